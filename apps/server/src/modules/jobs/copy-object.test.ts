import { StorageRequestError } from '@stowage/storage-client/errors';
import type { ObjectHeaders } from '@stowage/storage-client/s3';
import { describe, expect, it } from 'vitest';
import { type Copier, type Copying, copyObject } from './copy-object.ts';

const MIB = 1024 * 1024;
const LARGE = 600 * MIB;

const HEAD: ObjectHeaders = {
  contentLength: LARGE,
  contentType: 'video/mp4',
  cacheControl: 'no-cache',
  contentLanguage: 'de-AT',
  expires: 'Wed, 21 Oct 2037 07:28:00 GMT',
  etag: 'source',
  deleteMarker: false,
  tagCount: 1,
  metadata: { from: 'there' },
};

const refuse = (code: string) => new StorageRequestError({ code, status: 412, message: code });

/** A server that records its requests. */
function fakeServer(parts: Partial<Copier> = {}) {
  const calls: [string, object][] = [];
  const note = (name: string, answer: unknown) => async (call: object) => {
    const { signal: _signal, ...rest } = call as { signal?: AbortSignal };
    calls.push([name, rest]);
    return answer as never;
  };
  const s3: Copier = {
    headObject: note('head', HEAD),
    getObjectTagging: note('tags', { team: 'a' }),
    putObjectTagging: note('tag', undefined),
    deleteObjectTagging: note('untag', undefined),
    copyObject: note('copy', { etag: 'source' }),
    createMultipartUpload: note('create', 'upload-1'),
    uploadPartCopy: async ({ partNumber, range, source }) => {
      calls.push(['part', { partNumber, ...range, ifMatch: source.ifMatch }]);
      return { partNumber, etag: `part-${partNumber}` };
    },
    listParts: note('parts', { parts: [] }),
    completeMultipartUpload: note('complete', { etag: 'whole-3' }),
    abortMultipartUpload: note('abort', undefined),
    ...parts,
  };
  return { s3, calls, named: (name: string) => calls.filter((call) => call[0] === name) };
}

function copying(parts: Partial<Copying> = {}): Copying & { uploads: string[] } {
  const uploads: string[] = [];
  return {
    source: { bucket: 'from', key: 'a', ifMatch: 'source' },
    size: LARGE,
    bucket: 'to',
    key: 'b',
    keep: { metadata: true, tags: true },
    onUpload: async (uploadId) => void uploads.push(uploadId),
    signal: AbortSignal.timeout(60_000),
    uploads,
    ...parts,
  };
}

describe('copying a large object', () => {
  it('goes part by part, each only of the same source, with what the source says of itself', async () => {
    const { s3, named } = fakeServer();
    const copy = copying();
    expect(await copyObject(s3, copy)).toBe('whole-3');
    expect(copy.uploads).toEqual(['upload-1']);
    expect(named('create')[0]?.[1]).toMatchObject({
      ...{ bucket: 'to', key: 'b', contentType: 'video/mp4', cacheControl: 'no-cache' },
      ...{ contentLanguage: 'de-AT', expires: 'Wed, 21 Oct 2037 07:28:00 GMT' },
      ...{ metadata: { from: 'there' }, tags: { team: 'a' } },
    });
    const parts = named('part').map(([, part]) => part);
    expect(parts).toEqual([
      { partNumber: 1, start: 0, end: 256 * MIB - 1, ifMatch: 'source' },
      { partNumber: 2, start: 256 * MIB, end: 512 * MIB - 1, ifMatch: 'source' },
      { partNumber: 3, start: 512 * MIB, end: LARGE - 1, ifMatch: 'source' },
    ]);
    expect(named('complete')[0]?.[1]).toMatchObject({
      parts: [1, 2, 3].map((partNumber) => ({ partNumber, etag: `part-${partNumber}` })),
    });
  });

  it('leaves metadata and tags behind where it is told to', async () => {
    const { s3, named } = fakeServer();
    await copyObject(s3, copying({ keep: { metadata: false, tags: false } }));
    expect(named('create')[0]?.[1]).toMatchObject({ contentType: 'video/mp4', tags: undefined });
    expect(named('create')[0]?.[1]).not.toHaveProperty('metadata');
  });

  it('goes on with the parts that an interrupted copy left', async () => {
    const { s3, named } = fakeServer({
      listParts: async ({ afterPartNumber }) => ({
        parts: [{ partNumber: afterPartNumber ? 3 : 1, etag: 'kept', size: 1, lastModified: '' }],
        nextPartNumber: afterPartNumber ? undefined : 1,
      }),
    });
    await copyObject(s3, copying({ uploadId: 'upload-0' }));
    expect(named('create')).toEqual([]);
    expect(named('part').map(([, part]) => part)).toMatchObject([{ partNumber: 2 }]);
    expect(named('complete')[0]?.[1]).toMatchObject({ uploadId: 'upload-0' });
  });

  it('begins again where that upload is gone', async () => {
    const { s3, named } = fakeServer({
      listParts: async () => Promise.reject(refuse('NoSuchUpload')),
    });
    await copyObject(s3, copying({ uploadId: 'upload-0' }));
    expect(named('part')).toHaveLength(3);
    expect(named('complete')[0]?.[1]).toMatchObject({ uploadId: 'upload-1' });
  });

  it('copies no other part once one could not be copied', async () => {
    const slow = Promise.withResolvers<void>();
    const begun: number[] = [];
    const { s3 } = fakeServer({
      uploadPartCopy: async ({ partNumber }) => {
        begun.push(partNumber);
        if (partNumber === 1) throw refuse('SlowDown');
        await slow.promise;
        return { partNumber, etag: `part-${partNumber}` };
      },
    });
    const copied = expect(copyObject(s3, copying())).rejects.toMatchObject({ code: 'SlowDown' });
    setImmediate(slow.resolve);
    await copied;
    await new Promise(setImmediate);
    expect(begun).toEqual([1, 2]);
  });

  it('has at most 10,000 parts, whatever the size', async () => {
    const { s3, named } = fakeServer();
    await copyObject(s3, copying({ size: 5 * 1024 ** 4 }));
    expect(named('part').length).toBeLessThanOrEqual(10_000);
    expect(named('part').at(-1)?.[1]).toMatchObject({ end: 5 * 1024 ** 4 - 1 });
  });

  it('says that the source was replaced meanwhile', async () => {
    const { s3 } = fakeServer({
      uploadPartCopy: async () => Promise.reject(refuse('PreconditionFailed')),
    });
    await expect(copyObject(s3, copying())).rejects.toMatchObject({ code: 'ChangedMeanwhile' });
  });
});

describe('a server that passes over what is to become of the tags', () => {
  /** The copies have tags, or have none, whatever was requested. */
  const copiesWith = (tagCount: number) =>
    fakeServer({
      headObject: async ({ bucket }) => ({ ...HEAD, tagCount: bucket === 'to' ? tagCount : 1 }),
      copyObject: async () => ({ etag: 'source', versionId: 'v1' }),
    });
  const copy = { bucket: 'to', key: 'b', versionId: 'v1' };

  it('is told again which they are', async () => {
    const { s3, named } = copiesWith(0);
    await copyObject(s3, copying({ size: 1 }));
    expect(named('tag')).toEqual([['tag', { ...copy, tags: { team: 'a' } }]]);
  });

  it('is told again that there are none', async () => {
    const { s3, named } = copiesWith(1);
    await copyObject(s3, copying({ size: 1, keep: { metadata: true, tags: false } }));
    expect(named('untag')).toEqual([['untag', copy]]);
  });

  it('is believed where the account may write but not look', async () => {
    const { s3, named } = fakeServer({
      headObject: async ({ bucket }) => {
        if (bucket === 'to') throw refuse('AccessDenied');
        return HEAD;
      },
      copyObject: async () => ({ etag: 'source' }),
    });
    expect(await copyObject(s3, copying({ size: 1 }))).toBe('source');
    expect(named('tag')).toEqual([]);
  });

  it.each([true, false])('is told no more where it has done so: kept %s', async (tags) => {
    const { s3, named } = copiesWith(tags ? 1 : 0);
    await copyObject(s3, copying({ size: 1, keep: { metadata: true, tags } }));
    expect([...named('tag'), ...named('untag')]).toEqual([]);
  });
});
