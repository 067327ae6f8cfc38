import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  bodyOf,
  contentFiles,
  get,
  makeBucket,
  PLAIN,
  put,
  readAll,
  SMALL,
  StoreFixture,
  settled,
} from './testing/store-fixture.ts';
import type { StoredPart, StoredUpload } from './types.ts';

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await StoreFixture.create();
  await makeBucket(fixture.store);
});
afterEach(() => fixture.remove());

async function begin(key = 'k'): Promise<StoredUpload> {
  const uploadId = await fixture.store.createUpload({ bucket: 'bucket', key, attributes: PLAIN });
  const upload = fixture.store.getUpload('bucket', key, uploadId);
  if (!upload) {
    throw new Error('the upload is not there');
  }
  return upload;
}

async function parts(upload: StoredUpload, contents: readonly string[]): Promise<StoredPart[]> {
  const made = [];
  for (const [i, content] of contents.entries()) {
    made.push(await fixture.store.putPart(upload, i + 1, bodyOf(content)));
  }
  return made;
}

describe('multipart upload', () => {
  it('joins its parts in the order named, without copying them', async () => {
    const upload = await begin();
    const made = await parts(upload, ['a'.repeat(300_000), 'b'.repeat(10), 'c'.repeat(300_000)]);
    const before = await contentFiles(fixture);
    const object = await fixture.store.completeUpload(upload, made, { etag: 'e-3' });
    expect(object).toMatchObject({
      size: 600_010,
      etag: 'e-3',
      parts: [{ number: 1 }, { number: 2 }, { number: 3 }],
    });
    expect(await contentFiles(fixture)).toEqual(before);
    const read = fixture.store.getObject('bucket', 'k');
    const range = { start: 299_999, end: 300_010 };
    expect(read && (await readAll(fixture.store, read, range)).toString()).toBe(
      `a${'b'.repeat(10)}c`,
    );
    expect(read && fixture.store.readSmall(read)).toBeUndefined();
    expect(fixture.store.getUpload('bucket', 'k', upload.uploadId)).toBeUndefined();
  });

  it('has its list of parts read once to be completed, and kept for the next who asks', async () => {
    const upload = await begin();
    const numbers = Array.from({ length: 150 }, (_, i) => i + 1);
    const made = await Promise.all(
      numbers.map((number) => fixture.store.putPart(upload, number, bodyOf(`${number}`))),
    );
    const list = vi.spyOn(fixture.store.index.parts, 'list');
    const written = vi.spyOn(JSON, 'stringify');
    await fixture.store.completeUpload(upload, made, { etag: 'e-150' });
    const texts = written.mock.results.filter(({ value }) => value.length > 10_000);
    written.mockRestore();
    expect(texts).toHaveLength(1);
    expect(list).toHaveBeenCalledTimes(1);
    const parsed = vi.spyOn(JSON, 'parse');
    const seen = [1, 2, 3].map(() => fixture.store.getObject('bucket', 'k')?.parts);
    const long = parsed.mock.calls.filter(([text]) => text.length > 10_000);
    parsed.mockRestore();
    expect(seen[0]).toHaveLength(150);
    expect(seen[2]).toBe(seen[0]);
    expect(long).toHaveLength(1);
    expect(await get(fixture.store, 'k')).toBe(numbers.join(''));
  });

  it('uses the part that was put last, and frees the other', async () => {
    const upload = await begin();
    const [old] = await parts(upload, ['old']);
    const fresh = await fixture.store.putPart(upload, 1, bodyOf('new'));
    const outdated = fixture.store.completeUpload(upload, [{ number: 1, etag: old?.etag ?? '' }], {
      etag: 'x',
    });
    await expect(outdated).rejects.toMatchObject({ code: 'InvalidPart' });
    await fixture.store.completeUpload(upload, [fresh], { etag: 'x-1' });
    expect(await get(fixture.store, 'k')).toBe('new');
    await settled(fixture.store);
    expect(await contentFiles(fixture)).toHaveLength(2);
  });

  it('frees parts that the object does not take, and all when it is aborted', async () => {
    const first = await begin();
    const [one] = await parts(first, ['one', 'two']);
    await fixture.store.completeUpload(first, one ? [one] : [], { etag: 'x-1' });
    const second = await begin('other');
    await parts(second, ['three', 'four']);
    await fixture.store.abortUpload(second);
    await settled(fixture.store);
    expect(await contentFiles(fixture)).toHaveLength(2);
    await fixture.store.deleteObject({ bucket: 'bucket', key: 'k' });
    await settled(fixture.store);
    expect(await contentFiles(fixture)).toEqual([]);
  });

  it('answers NoSuchUpload once it has ended', async () => {
    const upload = await begin();
    await fixture.store.abortUpload(upload);
    const error = { code: 'NoSuchUpload' };
    await expect(fixture.store.putPart(upload, 1, bodyOf('x'))).rejects.toMatchObject(error);
    await expect(fixture.store.abortUpload(upload)).rejects.toMatchObject(error);
    await expect(fixture.store.completeUpload(upload, [], { etag: '' })).rejects.toMatchObject(
      error,
    );
    expect(() => fixture.store.listParts(upload, { after: 0, limit: 1 })).toThrow();
    expect(await contentFiles(fixture)).toEqual([]);
  });

  it('lists uploads by key and id, and parts by number, in pages', async () => {
    const uploads = [];
    for (const key of ['b', 'a/2', 'a/1', 'a/1', '\u{1F600}']) {
      uploads.push(await begin(key));
    }
    const list = (prefix: string, afterKey = '', afterUpload = '', limit = 100) =>
      fixture.store.listUploads('bucket', { prefix, afterKey, afterUpload, limit });
    const all = list('');
    expect(all.map((u) => u.key)).toEqual(['a/1', 'a/1', 'a/2', 'b', '\u{1F600}']);
    expect(list('a/').map((u) => u.key)).toEqual(['a/1', 'a/1', 'a/2']);
    expect(list('', 'a/1').map((u) => u.key)).toEqual(['a/2', 'b', '\u{1F600}']);
    expect(list('', 'a/1', all[0]?.uploadId, 2)).toEqual(all.slice(1, 3));
    const [upload] = uploads;
    if (upload) {
      await parts(upload, ['1', '22', '333']);
      const page = fixture.store.listParts(upload, { after: 1, limit: 1 });
      expect(page).toMatchObject([{ number: 2, size: 2 }]);
    }
  });

  it('is dropped with its bucket', async () => {
    const upload = await begin();
    await parts(upload, ['one']);
    await fixture.store.deleteBucket('bucket');
    await settled(fixture.store);
    expect(await contentFiles(fixture)).toEqual([]);
    await makeBucket(fixture.store);
    expect(fixture.store.getUpload('bucket', 'k', upload.uploadId)).toBeUndefined();
    await fixture.rebuild();
    expect(fixture.store.getUpload('bucket', 'k', upload.uploadId)).toBeUndefined();
  });

  it('is given up after its time', async () => {
    await fixture.remove();
    fixture = await StoreFixture.create({ tuning: { ...SMALL, uploadMaxAge: -1 } });
    await makeBucket(fixture.store);
    const upload = await begin();
    await parts(upload, ['one']);
    fixture.store.upkeep.parts.staleUploads.loop.kick();
    await settled(fixture.store);
    expect(fixture.store.getUpload('bucket', 'k', upload.uploadId)).toBeUndefined();
    await settled(fixture.store);
    expect(await contentFiles(fixture)).toEqual([]);
  });

  it('honours conditions when it is completed', async () => {
    const upload = await begin();
    const made = await parts(upload, ['one']);
    await put(fixture.store, 'k', 'there');
    const complete = fixture.store.completeUpload(upload, made, {
      etag: 'x-1',
      condition: { ifNoneMatch: ['*'] },
    });
    await expect(complete).rejects.toMatchObject({ code: 'PreconditionFailed' });
    expect(fixture.store.getUpload('bucket', 'k', upload.uploadId)).toBeDefined();
  });
});

describe('buckets', () => {
  it('are refused twice and while anything is in them', async () => {
    await expect(makeBucket(fixture.store)).rejects.toMatchObject({
      code: 'BucketAlreadyOwnedByYou',
    });
    await put(fixture.store, 'k', 'x');
    const error = { code: 'BucketNotEmpty' };
    await expect(fixture.store.deleteBucket('bucket')).rejects.toMatchObject(error);
    await fixture.store.deleteObject({ bucket: 'bucket', key: 'k' });
    await fixture.store.deleteBucket('bucket');
    expect(fixture.store.listBuckets()).toEqual([]);
    await expect(put(fixture.store, 'k', 'x')).rejects.toMatchObject({ code: 'NoSuchBucket' });
  });

  it('never get an object that raced with their end', async () => {
    const outcomes = await Promise.allSettled([
      ...[...Array(10).keys()].map((i) => put(fixture.store, `k${i}`, 'x')),
      fixture.store.deleteBucket('bucket'),
    ]);
    const deleted = outcomes.at(-1)?.status === 'fulfilled';
    const written = outcomes.slice(0, -1).filter((o) => o.status === 'fulfilled').length;
    expect(deleted ? written : 10).toBe(deleted ? 0 : written);
  });

  it('refuse a large content that was begun for the bucket before them', async () => {
    let proceed = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    async function* source(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(10_000);
      await gate;
      yield Buffer.alloc(10_000);
    }
    const write = fixture.store.putObject({
      bucket: 'bucket',
      key: 'k',
      attributes: PLAIN,
      body: { source: source() },
    });
    const outcome = expect(write).rejects.toMatchObject({ code: 'NoSuchBucket' });
    await fixture.store.deleteBucket('bucket');
    await makeBucket(fixture.store);
    proceed();
    await outcome;
    expect(await contentFiles(fixture)).toEqual([]);
  });

  it('keep settings documents until they are removed', async () => {
    await fixture.store.updateBucket('bucket', { settings: { policy: '{}', tags: 'x' } });
    await fixture.store.updateBucket('bucket', { settings: { tags: null } });
    await fixture.rebuild();
    expect(fixture.store.getBucket('bucket')?.settings).toEqual({ policy: '{}' });
  });

  it('list documents by kind', async () => {
    await fixture.store.putDocument('user', 'b', '2');
    await fixture.store.putDocument('user', 'a', '1');
    await fixture.store.putDocument('policy', 'a', '3');
    await fixture.store.putDocument('user', 'b', null);
    await fixture.store.putDocument('user', 'none', null);
    await fixture.rebuild();
    expect(fixture.store.listDocuments('user')).toEqual([{ name: 'a', value: '1' }]);
    expect(fixture.store.getDocument('policy', 'a')).toBe('3');
    expect(fixture.store.getDocument('user', 'b')).toBeUndefined();
  });
});
