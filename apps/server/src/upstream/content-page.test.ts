import type { ObjectListing } from '@stowage/storage-client/s3';
import { describe, expect, it } from 'vitest';
import { readContentPage, readObjects } from './content-page.ts';

const CALL = { bucket: 'b', maxKeys: 10, signal: new AbortController().signal };
const OBJECT = { key: 'k', size: 1, etag: 'e', lastModified: '', storageClass: '' };

/** Reads what follows 'a' if a server first returns this many pages without objects. */
async function readBehind(emptyPages: number) {
  const asked: (string | undefined)[] = [];
  const listObjects = async (call: {
    startAfter?: string | undefined;
    continuationToken?: string | undefined;
  }): Promise<ObjectListing> => {
    asked.push(call.continuationToken ?? call.startAfter);
    return asked.length <= emptyPages
      ? { objects: [], prefixes: [], truncated: true, nextToken: `page ${asked.length}` }
      : { objects: [OBJECT], prefixes: [], truncated: true, nextToken: 'more' };
  };
  return { page: await readObjects({ listObjects }, CALL, { key: 'a' }), asked };
}

describe('the objects of a bucket', () => {
  it('go on behind pages without any', async () => {
    const { page, asked } = await readBehind(2);
    expect(asked).toEqual(['a', 'page 1', 'page 2']);
    expect(page).toMatchObject({ entries: [{ key: 'k' }], next: { key: 'k' } });
  });

  it('are not looked for without end', async () => {
    await expect(readBehind(Number.POSITIVE_INFINITY)).rejects.toMatchObject({
      code: 'StorageFailed',
      detail: expect.stringMatching(/does not end/),
    });
  });
});

describe('a server that forgets where a listing was, as MinIO does', () => {
  const note = (id: string) => `[minio_cache:v2,${id}]`;
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  it('is asked for objects once more by what it does not forget, before they have ended', async () => {
    const listObjects = async (call: {
      startAfter?: string | undefined;
      continuationToken?: string | undefined;
    }): Promise<ObjectListing> => {
      if (call.startAfter !== undefined) return { objects: [], prefixes: [], truncated: false };
      const key = call.continuationToken === base64(`k${note('return:')}`) ? 'later' : 'k';
      const nextToken = base64(`${key}${note('id:1')}`);
      return { objects: [{ ...OBJECT, key }], prefixes: [], truncated: key === 'k', nextToken };
    };
    const first = await readObjects({ listObjects }, CALL, undefined);
    const second = await readObjects({ listObjects }, CALL, first.next);
    expect(second).toMatchObject({ entries: [{ key: 'later' }], next: undefined });
  });

  it('is asked for versions once more by what it does not forget, before they have ended', async () => {
    const version = { ...OBJECT, versionId: 'v', isLatest: true, isDeleteMarker: false };
    const listObjectVersions = async ({ keyMarker }: { keyMarker?: string | undefined }) => ({
      versions: keyMarker === `k${note('return:')}` ? [{ ...version, key: 'later' }] : [],
      prefixes: [],
      truncated: false,
    });
    const s3 = { listObjectVersions, listObjects: () => Promise.reject(new Error('not asked')) };
    const place = { key: `k${note('id:1')}`, versionId: 'v' };
    expect(await readContentPage(s3, CALL, place)).toMatchObject({ entries: [{ key: 'later' }] });
    expect(await readContentPage(s3, CALL, { key: 'k' })).toMatchObject({ entries: [] });
  });
});
