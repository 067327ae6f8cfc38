import { mkdir, readdir, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DrainLine } from '../draining.ts';
import { readmitDrive, replaceDrive } from '../drives/change-drives.ts';
import { inconsistencies, knownFiles } from '../testing/consistency.ts';
import { copiesOf, flip, slotOf } from '../testing/copies.ts';
import {
  bodyOf,
  filesBelow,
  get,
  makeBucket,
  PLAIN,
  put,
  readAll,
  StoreFixture,
  settled,
} from '../testing/store-fixture.ts';
import type { StoredUpload } from '../types.ts';

const LARGE = 'large content '.repeat(2000);
/** So many of them make more than one segment. */
const SMALL = 'small '.repeat(500);
const COUNT = 12;

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await StoreFixture.create();
});
afterEach(() => fixture.remove());

const driveAt = (slot: number): string => fixture.drives[slot] ?? '';

/** Drains a drive and gives the last line of the report. */
async function drain(slot: number): Promise<DrainLine | undefined> {
  let last: DrainLine | undefined;
  for await (const line of await fixture.store.drainDrive(driveAt(slot))) {
    last = line;
  }
  return last;
}

const states = () => fixture.store.health().drives.map(({ state }) => state);

/** Everything that a store can hold; gives the upload that stays open. */
async function fillStore(): Promise<StoredUpload> {
  const { store } = fixture;
  await makeBucket(store);
  await store.updateBucket('bucket', { versioning: 'enabled' });
  for (let i = 0; i < 2 * COUNT; i++) {
    await put(store, `small${i % COUNT}`, `small ${i} ${SMALL}`);
    await put(store, `large${i % COUNT}`, `large ${i} ${LARGE}`);
  }
  await store.deleteObject({ bucket: 'bucket', key: 'small0' });
  await store.deleteObject({ bucket: 'bucket', key: 'large0' });
  // As encrypted: what is kept is longer than what the object shows.
  await put(store, 'sealed', '', {
    body: { ...bodyOf(`sealed ${LARGE}`), content: () => ({ size: 10, etag: 'sealed' }) },
    attributes: { ...PLAIN, encryption: { key: 'k' } },
  });
  await store.putDocument('user', 'somebody', 'a user');
  await store.putDocument('user', 'nobody', null);
  for (let i = 0; i < 5; i++) {
    await store.queueDocument('events', `event ${i}`);
  }
  const about = { bucket: 'bucket', key: 'upload', attributes: PLAIN };
  let open: StoredUpload | undefined;
  for (const isEnded of [true, false]) {
    open = { ...about, uploadId: await store.createUpload(about), startedAt: 0 };
    const parts = [];
    for (let number = 1; number <= 8; number++) {
      parts.push(await store.putPart(open, number, bodyOf(`part ${number} ${LARGE}`)));
    }
    if (isEnded) {
      await store.completeUpload(open, parts, { etag: 'etag-8' });
    }
  }
  await settled(store);
  if (!open) {
    throw new Error('there is no open upload');
  }
  return open;
}

const PARTS = Array.from({ length: 8 }, (_, i) => `part ${i + 1} ${LARGE}`).join('');

async function expectAll(upload: StoredUpload): Promise<void> {
  const { store } = fixture;
  for (let i = 1; i < COUNT; i++) {
    expect(await get(store, `small${i}`)).toBe(`small ${i + COUNT} ${SMALL}`);
    expect((await get(store, `large${i}`)) === `large ${i + COUNT} ${LARGE}`).toBe(true);
  }
  const query = { bucket: 'bucket', prefix: 'large', delimiter: '', after: '', limit: 1000 };
  const { objects } = store.list({ ...query, versions: true });
  expect(objects).toHaveLength(2 * COUNT + 1);
  for (const object of objects.filter(({ isDeleteMarker }) => !isDeleteMarker)) {
    expect((await readAll(store, object)).toString().endsWith(LARGE)).toBe(true);
  }
  expect((await get(store, 'upload')) === PARTS).toBe(true);
  const sealed = store.getObject('bucket', 'sealed');
  const range = { start: 0, end: `sealed ${LARGE}`.length - 1 };
  expect(sealed).toMatchObject({ size: 10, etag: 'sealed', encryption: { key: 'k' } });
  expect(sealed && (await readAll(store, sealed, range)).toString()).toBe(`sealed ${LARGE}`);
  expect(store.getDocument('user', 'somebody')).toBe('a user');
  expect(store.countDocuments('events')).toBe(5);
  expect(store.listParts(upload, { after: 0, limit: 100 })).toHaveLength(8);
}

/** Reads every copy; ends with what is wrong, and whether everything is whole. */
async function verify(): Promise<readonly unknown[]> {
  await fixture.close();
  const store = await fixture.open(fixture.drives, { isIdle: true });
  const wrong: unknown[] = [...inconsistencies(store)];
  for await (const line of store.verify({ isQuiet: true })) {
    if (line.kind !== 'end' || !line.ok) {
      wrong.push(line);
    }
  }
  await fixture.reopen();
  return wrong;
}

/** The content files that are there, as `knownFiles` names those that should be. */
async function filesThere(): Promise<readonly string[]> {
  const files = await copiesOf(fixture, 'blobs');
  return files.map((path) => `${slotOf(fixture, path)}/${path.split('/').at(-1)}`).sort();
}

describe('draining a drive', () => {
  it('moves everything off it, so that it can be taken out', async () => {
    const upload = await fillStore();
    const { segments, writer } = fixture.store.upkeep.parts;
    // One that the log is written to now.
    const slot = segments.get(writer.activeId ?? 0)?.slots[0] ?? 0;
    const before = await filesBelow(driveAt(slot));
    expect(before.filter((name) => name.startsWith('log/'))).not.toEqual([]);
    expect(before.filter((name) => name.startsWith('blobs/')).length).toBeGreaterThan(5);
    expect(await drain(slot)).toEqual({ kind: 'end', ok: true, path: driveAt(slot) });
    expect(states()).toEqual([0, 1, 2, 3].map((one) => (one === slot ? 'vacant' : 'ok')));
    expect(fixture.store.health()).toMatchObject({
      complete: true,
      draining: [],
      redundancy: { away: 0, unrepaired: [] },
    });
    const after = await filesBelow(driveAt(slot));
    expect(after.filter((name) => /^(log|blobs|tmp)\//.test(name))).toEqual([]);
    await rm(driveAt(slot), { recursive: true });
    expect(await verify()).toEqual([]);
    await settled(fixture.store);
    expect(await filesThere()).toEqual(knownFiles(fixture.store));
    await expectAll(upload);
    await fixture.rebuild();
    await settled(fixture.store);
    await expectAll(upload);
    expect(await filesThere()).toEqual(knownFiles(fixture.store));
    await fixture.store.completeUpload(
      upload,
      fixture.store.listParts(upload, { after: 0, limit: 100 }),
      { etag: 'later-8' },
    );
    expect((await get(fixture.store, 'upload')) === PARTS).toBe(true);
  });

  it('leaves out what is written, changed and deleted meanwhile, and what is under way', async () => {
    await fillStore();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    async function* slowly(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(LARGE);
      await held;
      yield Buffer.from(LARGE);
    }
    const { store } = fixture;
    const under = Array.from({ length: 8 }, (_, i) =>
      put(store, `slow${i}`, '', { body: { source: slowly() } }),
    );
    const draining = drain(2);
    for (let i = 0; i < 20; i++) {
      await put(store, `during${i}`, `during ${i} ${LARGE}`);
      await put(store, `small-during${i}`, `during ${i}`);
      await store.deleteObject({ bucket: 'bucket', key: `large${i % COUNT}` });
      const target = { bucket: 'bucket', key: `during${i}` };
      await store.updateObject(target, () => ({ tags: { number: String(i) } }));
    }
    expect(await draining).toMatchObject({ kind: 'end', ok: true });
    release();
    await Promise.all(under);
    await rm(driveAt(2), { recursive: true });
    expect(await verify()).toEqual([]);
    for (let i = 0; i < 20; i++) {
      expect((await get(fixture.store, `during${i}`)) === `during ${i} ${LARGE}`).toBe(true);
      expect(fixture.store.getObject('bucket', `during${i}`)?.tags).toEqual({ number: String(i) });
      expect(await get(fixture.store, `small-during${i}`)).toBe(`during ${i}`);
    }
    for (let i = 0; i < 8; i++) {
      expect((await get(fixture.store, `slow${i}`)) === LARGE + LARGE).toBe(true);
    }
    await settled(fixture.store);
    expect(await filesThere()).toEqual(knownFiles(fixture.store));
  });

  it('goes on after a restart, also with an index made anew', async () => {
    const upload = await fillStore();
    await fixture.store.upkeep.parts.drain.begin(0);
    await fixture.close();
    await fixture.open(fixture.drives, { isIdle: true });
    expect(states()).toEqual(['draining', 'ok', 'ok', 'ok']);
    expect((await copiesOf(fixture, 'blobs')).map((path) => slotOf(fixture, path))).toContain(0);
    await fixture.rebuild();
    await settled(fixture.store);
    expect(states()).toEqual(['vacant', 'ok', 'ok', 'ok']);
    await expectAll(upload);
  });

  it('needs nothing of the drive afterwards: one more may be away', async () => {
    const upload = await fillStore();
    await drain(3);
    await fixture.close();
    await rm(driveAt(3), { recursive: true });
    await rename(driveAt(0), `${driveAt(0)}.away`);
    await rm(join(fixture.dataDir, 'index.sqlite'));
    await fixture.open();
    expect(fixture.store.health().writesRefused).toBeUndefined();
    await expectAll(upload);
    await put(fixture.store, 'later', LARGE);
    await fixture.close();
    await rename(`${driveAt(0)}.away`, driveAt(0));
    await fixture.open();
    expect(await verify()).toEqual([]);
  });

  it('removes what is deleted while a reader holds both it and its former place', async () => {
    await makeBucket(fixture.store);
    const object = await put(fixture.store, 'k', LARGE.repeat(100));
    const [copy = ''] = await copiesOf(fixture, 'blobs');
    const stream = fixture.store.readObject(fixture.store.getObject('bucket', 'k') ?? object);
    stream.read();
    expect(await drain(slotOf(fixture, copy))).toMatchObject({ ok: true });
    await fixture.store.deleteObject({ bucket: 'bucket', key: 'k' });
    stream.destroy();
    await new Promise((resolve) => stream.once('close', resolve));
    await expect.poll(() => fixture.store.index.listGarbage('', 10)).toEqual([]);
    // What was read may stay on it: it can be taken out all the same.
    await rm(driveAt(slotOf(fixture, copy)), { recursive: true });
    expect(await copiesOf(fixture, 'blobs')).toEqual([]);
  });
});

describe('a drive that was drained', () => {
  it('has its place taken by another, and may have it back', async () => {
    const upload = await fillStore();
    await drain(1);
    await fixture.close();
    await rename(driveAt(1), `${driveAt(1)}.out`);
    await mkdir(driveAt(1));
    await replaceDrive(fixture, '2');
    await fixture.open();
    await settled(fixture.store);
    expect(states()).toEqual(['ok', 'ok', 'ok', 'ok']);
    // Contents go where copies of them were before.
    expect(await drain(0)).toMatchObject({ ok: true });
    expect(await verify()).toEqual([]);
    await fixture.close();
    expect(await readmitDrive(fixture, '1')).toContain('is drive 1 again');
    await fixture.open();
    await settled(fixture.store);
    expect(states()).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(await drain(2)).toMatchObject({ ok: true });
    await fixture.rebuild();
    await settled(fixture.store);
    expect(await verify()).toEqual([]);
    await expectAll(upload);
    expect(await filesThere()).toEqual(knownFiles(fixture.store));
  });

  it('is written to again when it is taken back before the end', async () => {
    const upload = await fillStore();
    const going = fixture.store.upkeep.parts.drain;
    await rename(driveAt(3), `${driveAt(3)}.away`);
    await fixture.store.upkeep.poll();
    await going.begin(0);
    await going.loop.idle();
    expect(states()).toEqual(['draining', 'ok', 'ok', 'away']);
    expect(going.states[0]?.problem).toContain('Drives are away');
    await fixture.close();
    expect(await readmitDrive(fixture, '1')).toContain('not drained any more');
    await rename(`${driveAt(3)}.away`, driveAt(3));
    await fixture.open();
    await settled(fixture.store);
    expect(states()).toEqual(['ok', 'ok', 'ok', 'ok']);
    await expectAll(upload);
    expect(await verify()).toEqual([]);
  });
});

describe('copies that are not good', () => {
  it('are made again before the drive gives up its own', async () => {
    await makeBucket(fixture.store);
    await put(fixture.store, 'k', LARGE);
    const [copy = '', other = ''] = await copiesOf(fixture, 'blobs');
    await flip(other, 5000);
    expect(await drain(slotOf(fixture, copy))).toMatchObject({ ok: true });
    await rm(driveAt(slotOf(fixture, copy)), { recursive: true });
    expect(await verify()).toEqual([]);
    expect((await get(fixture.store, 'k')) === LARGE).toBe(true);
  });

  it('stop it when there is no good one, until the object is deleted', async () => {
    await makeBucket(fixture.store);
    await put(fixture.store, 'k', LARGE);
    const [copy = '', other = ''] = await copiesOf(fixture, 'blobs');
    await unlink(other);
    await flip(copy, 5000);
    const slot = slotOf(fixture, copy);
    expect(await drain(slot)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('bucket/k'),
    });
    expect(states()[slot]).toBe('draining');
    await fixture.store.deleteObject({ bucket: 'bucket', key: 'k' });
    expect(await drain(slot)).toMatchObject({ ok: true });
  });
});

describe('draining is refused, and changes nothing', () => {
  const refused = async (slot: number, reason: string): Promise<void> => {
    await expect(fixture.store.drainDrive(driveAt(slot))).rejects.toThrow(reason);
    expect(fixture.store.health().draining).toEqual([]);
    expect(states()).not.toContain('draining');
  };

  it('when too few drives would be left', async () => {
    await fixture.remove();
    fixture = await StoreFixture.create({ drives: 2 });
    await refused(0, 'needs two other drives');
    await fixture.remove();
    fixture = await StoreFixture.create({ drives: 1 });
    await refused(0, 'needs another drive');
    await fixture.remove();
    fixture = await StoreFixture.create({ drives: 3 });
    expect(await drain(1)).toMatchObject({ ok: true });
    await refused(0, 'needs two other drives');
    await refused(1, 'is not in use');
  });

  it('while drives are away, also of the one itself', async () => {
    await rename(driveAt(1), `${driveAt(1)}.away`);
    await fixture.store.upkeep.poll();
    await refused(0, `Drives are away: ${driveAt(1)}`);
    await refused(1, 'is not in use: it is missing');
    await rename(`${driveAt(1)}.away`, driveAt(1));
  });

  it('while a drive may lack copies', async () => {
    await fixture.close();
    await rm(driveAt(2), { recursive: true });
    await replaceDrive(fixture, '3');
    await fixture.open(fixture.drives, { isIdle: true });
    await refused(0, `${driveAt(2)} may still lack copies`);
  });

  it('when the others have no room for what is on it', async () => {
    await fillStore();
    const poll = vi.spyOn(fixture.store.upkeep, 'poll').mockResolvedValue();
    for (const drive of fixture.store.upkeep.parts.drives.all) {
      drive.total = 50 * 1024;
      drive.available = 2 * 1024;
    }
    await refused(0, 'have no room for the');
    poll.mockRestore();
    expect(await drain(0)).toMatchObject({ ok: true });
  });

  it('of a path that is no drive', async () => {
    await expect(fixture.store.drainDrive('/nowhere')).rejects.toThrow('/nowhere is not in use');
    expect(await readdir(fixture.root)).toHaveLength(5);
  });
});
