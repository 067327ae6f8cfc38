import { copyFile, cp, mkdir, open, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inconsistencies } from '../testing/consistency.ts';
import { bodyOf, makeBucket, PLAIN, put, readAll, StoreFixture } from '../testing/store-fixture.ts';

const LARGE = 'large '.repeat(3000);
const UNTIL = Date.now() + 3_600_000;

let fixture: StoreFixture;
let path: string;
beforeEach(async () => {
  fixture = await StoreFixture.create();
  path = join(fixture.dataDir, 'index.sqlite');
  await makeBucket(fixture.store);
  await makeBucket(fixture.store, 'locked', true);
  await fill();
});
afterEach(() => fixture.remove());

/** Creates one of everything that a store can hold, and of everything that was deleted again. */
async function fill(): Promise<void> {
  const { store } = fixture;
  await store.updateBucket('bucket', { versioning: 'enabled', settings: { policy: '{"a":1}' } });
  await store.updateBucket('bucket', { settings: { tagging: '<a/>', lifecycle: '<b/>' } });
  await store.updateBucket('bucket', { settings: { lifecycle: null } });
  await store.putDocument('user', 'alice', '{"secret":"sealed"}');
  await store.putDocument('user', 'bob', '{}');
  await store.putDocument('user', 'bob', null);
  await store.putDocument('policy', 'readers', '{"Version":"2012-10-17"}');
  for (let i = 0; i < 40; i++) {
    await put(store, `k${i % 9}`, `content ${i}`);
  }
  await put(store, 'large', LARGE);
  const hidden = await store.deleteObject({ bucket: 'bucket', key: 'k1' });
  await store.deleteObject({ bucket: 'bucket', key: 'k2' });
  await store.deleteObject({ bucket: 'bucket', key: 'k1', versionId: hidden.versionId ?? '' });
  await store.updateObject({ bucket: 'bucket', key: 'k3' }, () => ({ tags: { a: 'b' } }));
  const retention = { mode: 'COMPLIANCE', until: UNTIL } as const;
  const attributes = { ...PLAIN, retention, legalHold: true };
  await put(store, 'held', 'held', { bucket: 'locked', attributes });
  await makeBucket(store, 'deleted');
  await store.deleteBucket('deleted');
  const uploadId = await store.createUpload({ bucket: 'bucket', key: 'open', attributes: PLAIN });
  const upload = store.getUpload('bucket', 'open', uploadId);
  if (upload) {
    await store.putPart(upload, 1, bodyOf('part one'));
    await store.putPart(upload, 2, bodyOf(LARGE));
    await store.putPart(upload, 2, bodyOf('part two, again'));
  }
}

/** Everything visible in the store. */
async function everything(): Promise<unknown> {
  const { store } = fixture;
  const listed = ['bucket', 'locked'].flatMap((bucket) => {
    const query = { bucket, prefix: '', delimiter: '', after: '', limit: 1000, versions: true };
    return store.list(query).objects;
  });
  const objects = await Promise.all(
    listed.map(async ({ bucket, key, versionId }) => {
      const object = store.getObject(bucket, key, versionId);
      const content = object?.isDeleteMarker === false ? await readAll(store, object) : '';
      return { ...object, content: content.toString() };
    }),
  );
  const uploads = store.listUploads('bucket', {
    prefix: '',
    afterKey: '',
    afterUpload: '',
    limit: 10,
  });
  return {
    buckets: store.listBuckets(),
    objects,
    uploads: uploads.map((one) => ({ one, parts: store.listParts(one, { after: 0, limit: 10 }) })),
    documents: ['user', 'policy'].map((kind) => store.listDocuments(kind)),
    usage: store.usage(),
  };
}

const page = async (at: number): Promise<void> => {
  const file = await open(path, 'r+');
  await file.write(Buffer.alloc(4096, 0x5a), 0, 4096, at * 4096);
  await file.close();
};

const LOSSES: readonly (readonly [string, () => Promise<void>])[] = [
  ['removed', () => rm(path)],
  ['empty', () => truncate(path)],
  ['cut in half', async () => truncate(path, Math.floor((await stat(path)).size / 2))],
  ['garbage', () => writeFile(path, Buffer.alloc(50_000, 'garbage'))],
  ['garbage at its beginning', () => page(0)],
  ['garbage in its middle', () => page(3)],
  [
    'a directory',
    async () => {
      await rm(path);
      await mkdir(path);
    },
  ],
];

describe('an index that is lost', () => {
  it.each(LOSSES)('is made again from the drives when it is %s', async (_, lose) => {
    const before = await everything();
    await fixture.close();
    await lose();
    await fixture.open();
    expect(await everything()).toEqual(before);
    expect(inconsistencies(fixture.store)).toEqual([]);
    expect(fixture.messages.join('\n')).toContain('The index is made again from the drives.');
  });

  it.each(LOSSES)('is made again after a crash too when it is %s', async (_, lose) => {
    const before = await everything();
    await fixture.close();
    await rm(join(fixture.dataDir, 'index.seal'));
    await lose();
    await fixture.open();
    expect(await everything()).toEqual(before);
    expect(inconsistencies(fixture.store)).toEqual([]);
    expect(fixture.messages.join('\n')).toContain('The index is made again from the drives.');
  });

  it.each(['with the seal of then', 'without a seal'])(
    'catches up when it is one of an earlier day, %s',
    async (seal) => {
      await fixture.close();
      await copyFile(path, `${path}.old`);
      await fixture.open();
      await fill().catch(() => undefined);
      for (let i = 0; i < 9; i++) {
        await fixture.store.deleteObject({ bucket: 'bucket', key: `k${i}` });
      }
      const before = await everything();
      await fixture.close();
      await copyFile(`${path}.old`, path);
      if (seal === 'without a seal') {
        await rm(join(fixture.dataDir, 'index.seal'));
      }
      await fixture.open();
      expect(await everything()).toEqual(before);
      expect(inconsistencies(fixture.store)).toEqual([]);
      expect(fixture.messages.join('\n')).toMatch(/made again|were replayed/);
    },
  );

  it('is made again when the drives are of an earlier day than it', async () => {
    const { messages } = fixture;
    await fixture.close();
    const copies = fixture.drives.map((drive) => [drive, `${drive}.then`] as const);
    for (const [drive, then] of copies) {
      await cp(drive, then, { recursive: true });
    }
    await fixture.open();
    const before = await everything();
    await put(fixture.store, 'later', 'x'.repeat(3000));
    await fixture.close();
    for (const [drive, then] of copies) {
      await rm(drive, { recursive: true });
      await rename(then, drive);
    }
    await fixture.open();
    expect(messages.join('\n')).toContain('The index is made again from the drives.');
    expect(await everything()).toEqual(before);
  });

  it('is made again when it was removed while the store ran', async () => {
    for (const suffix of ['', '-wal', '-shm']) {
      await rm(path + suffix);
    }
    for (let i = 0; i < 150; i++) {
      await put(fixture.store, `after${i}`, `content ${i}`);
    }
    const before = await everything();
    await fixture.reopen();
    expect(await everything()).toEqual(before);
    expect(fixture.messages.join('\n')).toContain('The index is made again from the drives.');
  });

  it('is not given up because its seal could not be written whole', async () => {
    await fixture.close();
    await writeFile(join(fixture.dataDir, 'index.seal'), '');
    await fixture.open();
    expect(fixture.messages.join('\n')).not.toContain('made again');
  });

  it('is made again when it was damaged while the store ran, and closed well', async () => {
    const before = await everything();
    await fixture.reopen();
    fixture.store.index.checkpoint();
    await page(4);
    await page(7);
    await fixture.reopen();
    expect(await everything()).toEqual(before);
    expect(fixture.messages.join('\n')).toContain('The index is made again from the drives.');
  });

  it('is not made again when it was closed well', async () => {
    await fixture.reopen();
    expect(fixture.messages.join('\n')).not.toContain('made again');
  });
});
