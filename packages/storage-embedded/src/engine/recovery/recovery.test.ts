import {
  copyFile,
  cp,
  mkdir,
  open,
  readFile,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { encodeBlobHead } from '../content/blob-format.ts';
import { newBlobId } from '../content/blob-writer.ts';
import { Committer } from '../log/committer.ts';
import { openStore } from '../open-store.ts';
import {
  bodyOf,
  contentFiles,
  filesBelow,
  get,
  makeBucket,
  PLAIN,
  put,
  StoreFixture,
  settled,
} from '../testing/store-fixture.ts';

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await StoreFixture.create();
  await makeBucket(fixture.store);
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await fixture.remove();
});

/** Returns the first drive that has content files, or the first without any. */
async function driveWithContent(has: boolean): Promise<string> {
  for (const drive of fixture.drives) {
    if ((await filesBelow(join(drive, 'blobs'))).length > 0 === has) {
      return drive;
    }
  }
  throw new Error('there is no such drive');
}

/** Returns the copies of the newest segment. */
async function newestCopies(): Promise<string[]> {
  const found: string[] = [];
  for (const drive of fixture.drives) {
    const names = await filesBelow(join(drive, 'log'));
    found.push(...names.map((name) => join(drive, 'log', name)));
  }
  const newest =
    found
      .map((path) => path.slice(-14))
      .sort()
      .at(-1) ?? '';
  return found.filter((path) => path.endsWith(newest));
}

async function shorten(path: string, by: number): Promise<void> {
  await truncate(path, (await stat(path)).size - by);
}

async function flip(path: string, at: number): Promise<void> {
  const file = await open(path, 'r+');
  await file.write(Buffer.from([0x5a, 0xa5]), 0, 2, at);
  await file.close();
}

/** Restores an earlier state of the index, as if its last transactions had been lost. */
async function withOlderIndex(work: () => Promise<void>): Promise<void> {
  await fixture.reopen();
  await work();
  await fixture.cutPower();
}

describe('opening after an interruption', () => {
  it('applies what the index does not have yet', async () => {
    await put(fixture.store, 'gone', 'x');
    await withOlderIndex(async () => {
      await put(fixture.store, 'a', 'one');
      await put(fixture.store, 'large', 'y'.repeat(20_000));
      await fixture.store.deleteObject({ bucket: 'bucket', key: 'gone' });
      await fixture.store.putDocument('kind', 'name', 'value');
    });
    await fixture.open();
    expect(await get(fixture.store, 'a')).toBe('one');
    expect(await get(fixture.store, 'large')).toBe('y'.repeat(20_000));
    expect(fixture.store.getObject('bucket', 'gone')).toBeUndefined();
    expect(fixture.store.getDocument('kind', 'name')).toBe('value');
    expect(fixture.store.usage()).toMatchObject([{ objects: 2, versions: 2 }]);
  });

  it('takes a record that only one copy has whole, and writes it to the other', async () => {
    await withOlderIndex(async () => {
      await put(fixture.store, 'a', 'one');
      await put(fixture.store, 'b', 'two');
    });
    const [first = '', second = ''] = await newestCopies();
    const whole = await readFile(first);
    await shorten(first, 40);
    await flip(second, whole.indexOf('"key":"a"'));
    await fixture.open();
    expect(await get(fixture.store, 'a')).toBe('one');
    expect(await get(fixture.store, 'b')).toBe('two');
    await fixture.close();
    expect(await readFile(first)).toEqual(whole);
    expect(await readFile(second)).toEqual(whole);
  });

  it('cuts off a record that no copy has whole, and what follows goes on', async () => {
    await withOlderIndex(async () => {
      await put(fixture.store, 'a', 'one');
      await put(fixture.store, 'b', 'two');
    });
    for (const path of await newestCopies()) {
      await shorten(path, 9);
    }
    await fixture.open();
    expect(await get(fixture.store, 'a')).toBe('one');
    expect(fixture.store.getObject('bucket', 'b')).toBeUndefined();
    await put(fixture.store, 'c', 'three');
    await fixture.rebuild();
    expect(await get(fixture.store, 'c')).toBe('three');
    expect(fixture.store.getObject('bucket', 'b')).toBeUndefined();
  });

  it('takes records that belong together all or not at all', async () => {
    const uploadId = await fixture.store.createUpload({
      bucket: 'bucket',
      key: 'm',
      attributes: PLAIN,
    });
    const upload = fixture.store.getUpload('bucket', 'm', uploadId);
    if (!upload) {
      throw new Error('the upload is not there');
    }
    const part = await fixture.store.putPart(upload, 1, bodyOf('content'));
    await withOlderIndex(async () => {
      await fixture.store.completeUpload(upload, [part], { etag: 'x-1' });
    });
    for (const path of await newestCopies()) {
      await shorten(path, 9);
    }
    await fixture.open();
    expect(fixture.store.getObject('bucket', 'm')).toBeUndefined();
    await fixture.store.completeUpload(upload, [part], { etag: 'x-1' });
    await settled(fixture.store);
    expect(await get(fixture.store, 'm')).toBe('content');
  });

  it('puts up with a segment whose making was interrupted', async () => {
    await put(fixture.store, 'a', 'one');
    await fixture.close();
    const [first = ''] = await newestCopies();
    const next = first.replace(/\d{10}/, (id) => String(Number(id) + 1).padStart(10, '0'));
    await writeFile(next, Buffer.alloc(10));
    await fixture.open();
    expect(await get(fixture.store, 'a')).toBe('one');
    await put(fixture.store, 'b', 'two');
    await fixture.rebuild();
    expect(await get(fixture.store, 'b')).toBe('two');
  });

  it('removes files of interrupted writes, and no others', async () => {
    await put(fixture.store, 'a', 'x'.repeat(10_000));
    const kept = await contentFiles(fixture);
    const [drive = ''] = fixture.drives;
    const label = { bucket: 'bucket', bucketId: 1, key: 'a', createdAt: 0 };
    const id = newBlobId();
    const directory = join(drive, 'blobs', id.slice(-2));
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, id), encodeBlobHead({ id, ...label }));
    await writeFile(join(drive, 'tmp', 'half-written'), 'x');
    const foreign = `${newBlobId().slice(0, -2)}${id.slice(-2)}`;
    await writeFile(join(directory, foreign), 'not ours');
    await fixture.close();
    await fixture.rebuild();
    await settled(fixture.store);
    const unlabelled = `blobs/${id.slice(-2)}/${foreign}`;
    expect((await contentFiles(fixture)).sort()).toEqual([...kept, unlabelled].sort());
    expect(await get(fixture.store, 'a')).toBe('x'.repeat(10_000));
  });

  it('leaves files alone whose record is on its way, also when the clock was put back', async () => {
    await fixture.rebuild();
    await settled(fixture.store);
    const { promise: commits, resolve: letCommit } = Promise.withResolvers<void>();
    const submitted = Promise.withResolvers<void>();
    const { submit } = Committer.prototype;
    vi.spyOn(Committer.prototype, 'submit').mockImplementationOnce(async function (
      this: Committer,
      ...args
    ) {
      submitted.resolve();
      await commits;
      return submit.apply(this, args);
    });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 365 * 24 * 3_600_000 });
    const written = put(fixture.store, 'a', 'x'.repeat(10_000));
    await submitted.promise;
    for (const drive of fixture.drives) {
      for (const file of await filesBelow(join(drive, 'blobs'))) {
        await utimes(join(drive, 'blobs', file), new Date(), new Date());
      }
    }
    const files = await contentFiles(fixture);
    const { orphans } = fixture.store.upkeep.parts;
    orphans.noteMoves();
    orphans.loop.kick();
    await orphans.loop.idle();
    expect(await contentFiles(fixture)).toEqual(files);
    letCommit();
    await written;
    expect(files).toHaveLength(2);
    expect(await get(fixture.store, 'a')).toBe('x'.repeat(10_000));
  });

  it('removes a copy on a drive that was given up for another while it was written', async () => {
    await put(fixture.store, 'a', 'x'.repeat(10_000));
    const kept = await contentFiles(fixture);
    const [first, third] = [await driveWithContent(true), await driveWithContent(false)];
    await cp(join(first, 'blobs'), join(third, 'blobs'), { recursive: true });
    expect(await contentFiles(fixture)).toHaveLength(kept.length + 1);
    await fixture.rebuild();
    await settled(fixture.store);
    expect(await contentFiles(fixture)).toEqual(kept);
    expect(await get(fixture.store, 'a')).toBe('x'.repeat(10_000));
  });
});

describe('an index that cannot be used', () => {
  async function expectRebuilt(reason: RegExp): Promise<void> {
    expect(await get(fixture.store, 'a')).toBe('one');
    expect(fixture.store.usage()).toMatchObject([{ objects: 1 }]);
    expect(fixture.messages.join('\n')).toMatch(reason);
  }

  beforeEach(async () => {
    await put(fixture.store, 'a', 'one');
    await fixture.close();
  });

  it('is made again when it is missing', async () => {
    await fixture.rebuild();
    await expectRebuilt(/made again/);
  });

  it('is made again when it is no database', async () => {
    const path = join(fixture.dataDir, 'index.sqlite');
    await writeFile(path, Buffer.alloc(8192, 'x'));
    await fixture.open();
    await expectRebuilt(/made again/);
  });

  it('is made again when it belongs to other drives', async () => {
    const other = await StoreFixture.create();
    await makeBucket(other.store, 'foreign');
    await other.close();
    await copyFile(join(other.dataDir, 'index.sqlite'), join(fixture.dataDir, 'index.sqlite'));
    await other.remove();
    await fixture.open();
    await expectRebuilt(/made again/);
    expect(fixture.store.getBucket('foreign')).toBeUndefined();
  });

  it('is made again after damage was noticed', async () => {
    await writeFile(join(fixture.dataDir, 'index.damaged'), '');
    await fixture.open();
    await expectRebuilt(/made again/);
    await fixture.reopen();
    expect(fixture.messages.filter((m) => m.includes('made again'))).toHaveLength(1);
  });

  it('skips a damaged stretch of the log and keeps what is behind it', async () => {
    await fixture.open();
    await put(fixture.store, 'b', 'two'.repeat(500));
    await put(fixture.store, 'c', 'three');
    await fixture.reopen();
    await put(fixture.store, 'd', 'four');
    await fixture.close();
    for (const drive of fixture.drives) {
      for (const name of await filesBelow(join(drive, 'log'))) {
        const path = join(drive, 'log', name);
        const at = (await readFile(path)).indexOf('"key":"b"');
        if (at > 0) {
          await flip(path, at);
        }
      }
    }
    await fixture.rebuild();
    expect(fixture.store.getObject('bucket', 'b')).toBeUndefined();
    expect(await get(fixture.store, 'c')).toBe('three');
    expect(await get(fixture.store, 'd')).toBe('four');
    expect(fixture.messages.join('\n')).toContain('damaged on every copy');
  });
});

describe('the lock', () => {
  it('keeps a second store out of the directory, and of the drives', async () => {
    const { dataDir, drives } = fixture;
    await expect(openStore({ dataDir, drives })).rejects.toThrow('in use');
    const elsewhere = join(fixture.root, 'other-data');
    await expect(openStore({ dataDir: elsewhere, drives })).rejects.toThrow('in use');
    await fixture.close();
    await fixture.open();
    await rm(elsewhere, { recursive: true });
  });
});
