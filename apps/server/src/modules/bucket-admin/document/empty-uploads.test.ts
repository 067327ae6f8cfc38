import { StorageRequestError } from '@stowage/storage-client/errors';
import type { S3Client } from '@stowage/storage-client/s3';
import { describe, expect, it } from 'vitest';
import { emptyBucket } from './empty-bucket.ts';
import { writeCursor } from './empty-cursor.ts';

const uploads = writeCursor({ phase: 'uploads' });

/** A storage that keeps listing these uploads, even after they are aborted. */
function storageWith(keys: readonly string[], abort: S3Client['abortMultipartUpload']) {
  const unused = () => Promise.reject(new Error('not asked for'));
  return {
    bucket: 'b',
    signal: new AbortController().signal,
    s3: {
      listObjects: unused,
      listObjectVersions: unused,
      deleteObjects: unused,
      headObject: unused,
      listMultipartUploads: async () => ({
        uploads: keys.map((key) => ({ key, uploadId: `of ${key}`, initiatedAt: '' })),
        truncated: false,
      }),
      abortMultipartUpload: abort,
    },
  };
}

const refusal = (code: string) =>
  new StorageRequestError({ code, status: 403, message: `${code}, says the server` });

describe('incomplete uploads', () => {
  it('are passed by where the server only remembers them', async () => {
    const work = storageWith(['a', 'b'], () => Promise.reject(refusal('NoSuchUpload')));
    expect(await emptyBucket(work, uploads)).toEqual({ deleted: 0, refused: [], refusedCount: 0 });
  });

  it('are told where they are refused, and not asked for again', async () => {
    const work = storageWith(['a', 'b'], ({ key }) =>
      key === 'a' ? Promise.reject(refusal('InternalError')) : Promise.resolve(),
    );
    expect(await emptyBucket(work, uploads)).toEqual({
      deleted: 1,
      refused: [{ name: 'a', reason: 'InternalError: InternalError, says the server' }],
      refusedCount: 1,
    });
  });

  it('are left to those who may list them', async () => {
    const work = storageWith([], () => Promise.resolve());
    const s3 = {
      ...work.s3,
      listMultipartUploads: () => Promise.reject(refusal('AccessDenied')),
    };
    expect(await emptyBucket({ ...work, s3 }, uploads)).toEqual({
      deleted: 0,
      refused: [],
      refusedCount: 0,
    });
  });
});

describe('emptying that nobody waits for', () => {
  it('ends with the call that it is at', async () => {
    const caller = new AbortController();
    let calls = 0;
    const work = storageWith([], () => Promise.resolve());
    const s3 = {
      ...work.s3,
      listObjectVersions: async ({ signal }: { signal?: AbortSignal | undefined }) => {
        calls += 1;
        caller.abort(new Error('gone'));
        signal?.throwIfAborted();
        return { versions: [], prefixes: [], truncated: true, nextKeyMarker: 'a' };
      },
    };
    await expect(emptyBucket({ ...work, s3, signal: caller.signal }, undefined)).rejects.toThrow(
      'gone',
    );
    expect(calls).toBe(1);
  });
});
