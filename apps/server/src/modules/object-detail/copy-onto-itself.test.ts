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

/** A server whose copies have these locks, whatever was asked for; and what locks them afterwards. */
function copiesWith(made: Partial<ObjectHeaders>) {
  const locked: object[] = [];
  const { retention: _, legalHold: __, ...plain } = HEADERS;
  const s3: ObjectCopier = {
    copyObject: async () => ({ etag: 'e', versionId: 'new' }),
    headObject: async () => ({ ...plain, ...made }),
    putObjectRetention: async (call) => void locked.push(call),
    putObjectLegalHold: async (call) => void locked.push(call),
  };
  return { s3, locked };
}

describe('metadata that is replaced by a copy', () => {
  it('keeps the locks on servers that copy without them', async () => {
    const { s3, locked } = copiesWith({});
    await replaceMetadata(s3, of, HEADERS, { user_metadata: {} });
    expect(locked).toEqual([
      { ...of, versionId: 'new', retention },
      { ...of, versionId: 'new', legalHold: true },
    ]);
  });

  it('extends what the bucket gives every new object', async () => {
    const short = { mode: 'GOVERNANCE', until: '2998-01-01T00:00:00.000Z' } as const;
    const { s3, locked } = copiesWith({ retention: short, legalHold: true });
    await replaceMetadata(s3, of, HEADERS, { user_metadata: {} });
    expect(locked).toEqual([{ ...of, versionId: 'new', retention }]);
  });

  it('sets no locks that are there', async () => {
    const { s3, locked } = copiesWith({ retention, legalHold: true });
    await replaceMetadata(s3, of, HEADERS, { user_metadata: {} });
    expect(locked).toEqual([]);
  });
});
