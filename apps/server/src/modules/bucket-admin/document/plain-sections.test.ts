import { StorageRequestError } from '@stowage/storage-client/errors';
import type { ReplicationConfiguration } from '@stowage/storage-client/s3';
import { describe, expect, it } from 'vitest';
import { versioningSection } from './plain-sections.ts';
import type { Target } from './section-rules.ts';

const denied = () =>
  Promise.reject(new StorageRequestError({ code: 'AccessDenied', status: 403, message: 'no' }));

/** A bucket with this replication configuration, whose lock configuration is not readable. */
const bucketWith = (replication: () => Promise<ReplicationConfiguration>) =>
  ({
    bucket: 'b',
    signal: new AbortController().signal,
    s3: { getObjectLockConfiguration: denied, getBucketReplication: replication },
  }) as unknown as Target;

const rule = { id: 'r' } as ReplicationConfiguration['rules'][number];

describe('versions that are to be suspended', () => {
  it.each([
    ['rules', [rule], 'Versions stay on while the bucket is replicated.'],
    ['no rules', [], undefined],
  ])('with %s of replication', async (_case, rules, refusal) => {
    const target = bucketWith(async () => ({ role: '', rules }));
    expect(await versioningSection.refusal?.('suspended', target)).toBe(refusal);
    expect(await versioningSection.refusal?.('enabled', target)).toBeUndefined();
  });

  it('are not spoken against by what the user may not know', async () => {
    expect(await versioningSection.refusal?.('suspended', bucketWith(denied))).toBeUndefined();
  });
});
