import type { ListObjects, ObjectListing } from '@stowage/storage-client/s3';
import { describe, expect, it } from 'vitest';
import { type ListQuery, listObjects } from './list-objects.ts';
import type { ObjectLister } from './ports.ts';

const PAGES = 10;

const nameOf = (number: number) => `object-${String(number).padStart(5, '0')}`;

/** A storage server with ten pages of a thousand objects, each with a delay. */
function slowStorage(msPerPage: number) {
  const clock = { now: 0 };
  const asked: string[] = [];
  const unused = async () => {
    throw new Error('not asked for here');
  };
  const s3: ObjectLister = {
    headObject: unused,
    getObjectTagging: unused,
    listObjectVersions: unused,
    async listObjects({ continuationToken }: ListObjects): Promise<ObjectListing> {
      clock.now += msPerPage;
      const page = Number(continuationToken ?? 0);
      asked.push(`page ${page}`);
      const objects = Array.from({ length: 1000 }, (_, index) => ({
        key: nameOf(page * 1000 + index),
        size: 1,
        lastModified: '2026-01-01T00:00:00.000Z',
        etag: 'e',
        storageClass: 'STANDARD',
      }));
      const truncated = page + 1 < PAGES;
      return { objects, prefixes: [], truncated, nextToken: truncated ? `${page + 1}` : undefined };
    },
  };
  const search = (rest: Partial<ListQuery>) =>
    listObjects(
      s3,
      {
        bucket: 'b',
        prefix: '',
        recursive: true,
        withMetadata: false,
        withVersions: false,
        cursor: undefined,
        limit: 100,
        filter: { name: 'object-09999' },
        at: undefined,
        signal: new AbortController().signal,
        ...rest,
      },
      () => clock.now,
    );
  return { search, asked };
}

describe('the time of a search', () => {
  it('is bounded: it gives what it has found, and a cursor that goes on', async () => {
    const { search, asked } = slowStorage(125);
    const first = await search({});
    expect(first.objects).toEqual([]);
    expect(asked).toHaveLength(4);
    const second = await search({ cursor: first.next });
    const third = await search({ cursor: second.next });
    expect(third.objects.map(({ name }) => name)).toEqual(['object-09999']);
    expect(third.next).toBeUndefined();
    expect(asked).toEqual(Array.from({ length: PAGES }, (_, page) => `page ${page}`));
  });

  it('is one page at the least, however slow the storage is', async () => {
    const { search, asked } = slowStorage(60_000);
    await search({});
    expect(asked).toHaveLength(1);
  });

  it('ends when the caller goes away', async () => {
    const { search, asked } = slowStorage(1);
    const gone = new AbortController();
    gone.abort();
    await expect(search({ signal: gone.signal })).rejects.toThrow('aborted');
    expect(asked).toEqual([]);
  });

  it('stops in the middle of a page when it has enough', async () => {
    const { search } = slowStorage(1);
    const first = await search({ filter: { name: '-0001' }, limit: 5 });
    const second = await search({ filter: { name: '-0001' }, limit: 5, cursor: first.next });
    expect([...first.objects, ...second.objects].map(({ name }) => name)).toEqual(
      [10, 11, 12, 13, 14, 15, 16, 17, 18, 19].map(nameOf),
    );
  });
});
