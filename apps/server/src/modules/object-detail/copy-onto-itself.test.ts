import type { ObjectHeaders } from '@stowage/storage-client/s3';
import { describe, expect, it } from 'vitest';
import { replaceMetadata } from './copy-onto-itself.ts';
import type { ObjectCopier } from './ports.ts';

const of = { bucket: 'b', key: 'k' };
const until = '2999-01-01T00:00:00.000Z';
const retention = { mode: 'GOVERNANCE', until } as const;
const HEADERS: ObjectHeaders = {
  ...{ contentLength: 1, contentType: 'text/plain', etag: 'e', lastModified: until, metadata: {} },
  ...{ deleteMarker: false, tagCount: 0 },
  ...{ retention, legalHold: true },
};

/**
 * A server whose copies have these headers, whatever was requested, and the settings applied to
 * them afterwards.
 */
function copiesWith(made: Partial<ObjectHeaders>) {
  const set: object[] = [];
  let isCopied = false;
  const { retention: _, legalHold: __, ...plain } = HEADERS;
  const s3: ObjectCopier = {
    copyObject: async () => {
      isCopied = true;
      return { etag: 'e', versionId: 'new' };
    },
    getObjectTagging: async () => (isCopied ? {} : { site: 'kiel' }),
    putObjectTagging: async (call) => void set.push(call),
    deleteObjectTagging: async (call) => void set.push(call),
    headObject: async () => ({ ...plain, ...made }),
    putObjectRetention: async (call) => void set.push(call),
    putObjectLegalHold: async (call) => void set.push(call),
  };
  return { s3, set };
}

describe('metadata that is replaced by a copy', () => {
  it('keeps the locks on servers that copy without them', async () => {
    const { s3, set } = copiesWith({});
    await replaceMetadata(s3, of, HEADERS, { user_metadata: {} });
    expect(set).toEqual([
      { ...of, versionId: 'new', retention },
      { ...of, versionId: 'new', legalHold: true },
    ]);
  });

  it('extends what the bucket gives every new object', async () => {
    const short = { mode: 'GOVERNANCE', until: '2998-01-01T00:00:00.000Z' } as const;
    const { s3, set } = copiesWith({ retention: short, legalHold: true });
    await replaceMetadata(s3, of, HEADERS, { user_metadata: {} });
    expect(set).toEqual([{ ...of, versionId: 'new', retention }]);
  });

  it('sets no locks that are there', async () => {
    const { s3, set } = copiesWith({ retention, legalHold: true });
    await replaceMetadata(s3, of, HEADERS, { user_metadata: {} });
    expect(set).toEqual([]);
  });

  it('keeps the tags on servers that copy without them', async () => {
    const { s3, set } = copiesWith({ retention, legalHold: true });
    await replaceMetadata(s3, of, { ...HEADERS, tagCount: 1 }, { user_metadata: {} });
    expect(set).toEqual([{ ...of, versionId: 'new', tags: { site: 'kiel' } }]);
  });
});
