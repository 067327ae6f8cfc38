import { readFile, rename, truncate, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copiesOf, flip, slotOf } from '../testing/copies.ts';
import { LARGE } from '../testing/full-store.ts';
import {
  bodyOf,
  filesBelow,
  makeBucket,
  PLAIN,
  put,
  StoreFixture,
  settled,
} from '../testing/store-fixture.ts';
import type { VerifyLine } from '../verification.ts';

let fixture: StoreFixture;
/** Creates a closed store with everything that a store can hold. */
beforeEach(async () => {
  fixture = await StoreFixture.create();
  const { store } = fixture;
  await makeBucket(store);
  await store.updateBucket('bucket', { versioning: 'enabled' });
  for (let i = 0; i < 6; i++) {
    await put(store, `small${i % 3}`, `small ${i}`);
    await put(store, `large${i % 3}`, `large ${i} ${LARGE}`);
  }
  await store.deleteObject({ bucket: 'bucket', key: 'small0' });
  await store.putDocument('user', 'somebody', 'a user');
  await store.putDocument('user', 'nobody', 'a user');
  await store.putDocument('user', 'nobody', null);
  const upload = { bucket: 'bucket', key: 'upload', attributes: PLAIN };
  for (const end of [true, false]) {
    const open = { ...upload, uploadId: await store.createUpload(upload), startedAt: 0 };
    const part = await store.putPart(open, 1, bodyOf(`part ${LARGE}`));
    await store.putPart(open, 2, bodyOf('a short part'));
    if (end) {
      await store.completeUpload(open, [part], { etag: 'etag-1' });
    }
  }
  await settled(store);
  await fixture.close();
});
afterEach(() => fixture.remove());

async function verify(drives = fixture.drives, isIdle = true): Promise<readonly VerifyLine[]> {
  const store = await fixture.open(drives, { isIdle });
  const lines: VerifyLine[] = [];
  for await (const line of store.verify({ isQuiet: isIdle })) {
    lines.push(line);
  }
  await fixture.close();
  return lines;
}

const kinds = (lines: readonly VerifyLine[]): readonly string[] => lines.map(({ kind }) => kind);

/** Copies that contain a text, each with its offset. */
async function filesWith(
  kind: 'log' | 'blobs',
  text: string,
): Promise<readonly [path: string, at: number][]> {
  const found: [string, number][] = [];
  for (const path of await copiesOf(fixture, kind)) {
    const at = (await readFile(path)).indexOf(text);
    if (at >= 0) {
      found.push([path, at]);
    }
  }
  return found;
}

describe('verifying a store', () => {
  it('finds nothing wrong with a healthy one, and reads every copy of everything', async () => {
    const lines = await verify();
    expect(lines).toHaveLength(1);
    const contents = (await copiesOf(fixture, 'blobs')).length / 2;
    expect(lines[0]).toMatchObject({ kind: 'end', ok: true, contents, damaged: 0, away: 0 });
    expect(contents).toBe(9);
    const online = await verify(fixture.drives, false);
    expect(online.at(-1)).toMatchObject({ ok: true, contents });
  });

  it.each([
    ['missing', unlink],
    ['damaged', (path: string) => flip(path, 5000)],
    ['damaged', (path: string) => truncate(path, 100)],
  ])('says which copy of a content is %s, and repairs nothing', async (state, spoil) => {
    for (const [path] of await filesWith('blobs', 'large 5 ')) {
      const before = await readFile(path);
      await spoil(path);
      const lines = await verify();
      expect(lines[0]).toMatchObject({ kind: 'damage', path, state });
      expect(lines[0]).toHaveProperty('what', 'bucket/large2');
      expect(lines.at(-1)).toMatchObject({ kind: 'end', ok: false, damaged: 1, lost: 0 });
      expect(await readFile(path).catch(() => '')).not.toEqual(before);
      await fixture.open();
      const { scrub } = fixture.store.upkeep.parts;
      fixture.scrub = { every: 0, share: 1, bytesPerSecond: 1e12 };
      scrub.want();
      await settled(fixture.store);
      await fixture.close();
    }
  });

  it('says where a copy of the log is damaged', async () => {
    const [[path, at] = ['', 0]] = await filesWith('log', 'small 4');
    await flip(path, at);
    const lines = await verify();
    expect(lines[0]).toMatchObject({ kind: 'damage', path, state: 'damaged', records: 1 });
    expect(lines.at(-1)).toMatchObject({ ok: false, damaged: 1, lost: 0 });
  });

  it('names what is damaged on both drives', async () => {
    for (const [path, at] of await filesWith('log', 'small 4')) {
      await flip(path, at);
    }
    for (const [path] of await filesWith('blobs', 'large 5 ')) {
      await unlink(path);
    }
    const lost = (await verify()).filter(({ kind }) => kind === 'lost');
    expect(lost[0]).toMatchObject({ records: ['object bucket/small1'], canReturn: false });
    expect(lost[1]).toMatchObject({ what: 'bucket/large2', canReturn: false });
    expect(lost).toHaveLength(2);
  });

  it('tells what is away from what is lost', async () => {
    const [path = '', other = ''] = await copiesOf(fixture, 'blobs');
    await unlink(path);
    const slot = slotOf(fixture, other);
    const drive = fixture.drives[slot] ?? '';
    await rename(drive, `${drive}.away`);
    const lines = await verify();
    expect(lines[0]).toMatchObject({ kind: 'away', drive });
    expect(lines.find(({ kind }) => kind === 'lost')).toMatchObject({ canReturn: true });
    expect(lines.at(-1)).toMatchObject({ ok: false, lost: 1, damaged: 1 });
    await rename(`${drive}.away`, drive);
  });

  it('finds an index that counts what the log has not', async () => {
    await fixture.open();
    const { index } = fixture.store;
    index.db.exec("UPDATE document SET offset = offset + 8 WHERE name = 'somebody'");
    await fixture.close();
    const lines = await verify();
    expect(kinds(lines)).toEqual(['wrong', 'end']);
    expect(lines.at(-1)).toMatchObject({ ok: false, wrong: 1 });
  });

  it('leaves the drives as they are', async () => {
    const files = (): Promise<readonly string[][]> =>
      Promise.all(fixture.drives.map((drive) => filesBelow(join(drive, 'log'))));
    const before = await files();
    await verify();
    expect(await files()).toEqual(before);
  });
});
