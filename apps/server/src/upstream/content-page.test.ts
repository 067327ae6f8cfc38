import type { ObjectListing } from '@stowage/storage-client/s3';
import { describe, expect, it } from 'vitest';
import { readObjects } from './content-page.ts';

const CALL = { bucket: 'b', maxKeys: 10, signal: new AbortController().signal };
const OBJECT = { key: 'k', size: 1, etag: 'e', lastModified: '', storageClass: '' };

/** Reads what is behind 'a' where a server gives so many pages without an object first. */
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
