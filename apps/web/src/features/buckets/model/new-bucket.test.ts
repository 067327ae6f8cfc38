import { type BucketDraft, EMPTY_BUCKET_DRAFT } from '@stowage/domain/retention';
import { describe, expect, it } from 'vitest';
import { isDraftValid, newBucket } from './new-bucket.ts';

const draft = (parts: Partial<BucketDraft>): BucketDraft => ({
  ...EMPTY_BUCKET_DRAFT,
  name: 'photos',
  ...parts,
});

describe('a draft of a bucket', () => {
  it('needs a name', () => {
    expect(isDraftValid(draft({}))).toBe(true);
    expect(isDraftValid(draft({ name: ' ' }))).toBe(false);
    expect(isDraftValid(draft({ name: 'No' }))).toBe(false);
  });

  it('needs a quota of more than nothing when quota is on', () => {
    expect(isDraftValid(draft({ quotaOn: true }))).toBe(true);
    expect(isDraftValid(draft({ quotaOn: true, quotaSize: undefined }))).toBe(false);
    expect(isDraftValid(draft({ quotaOn: true, quotaSize: 0 }))).toBe(false);
    expect(isDraftValid(draft({ quotaOn: false, quotaSize: 0 }))).toBe(true);
  });

  it('needs a validity of at least 1 when retention is on', () => {
    const validity = (retentionValidity: number | undefined, retentionOn = true) =>
      isDraftValid(draft({ retentionOn, retentionValidity }));
    expect(validity(1)).toBe(true);
    expect(validity(0)).toBe(false);
    expect(validity(Number.NaN)).toBe(false);
    expect(validity(undefined)).toBe(false);
    expect(validity(undefined, false)).toBe(true);
  });

  it('is sent without quota and retention when they are off', () => {
    expect(newBucket(draft({}))).toEqual({ name: 'photos', versioning: false, locking: false });
  });

  it('is sent with its quota in bytes', () => {
    const amount = (parts: Partial<BucketDraft>) =>
      newBucket(draft({ quotaOn: true, ...parts })).quota?.amount;
    expect(amount({})).toBe(1024 ** 4);
    expect(amount({ quotaSize: 3, quotaUnit: 'KiB' })).toBe(3072);
    expect(amount({ quotaSize: 1.5, quotaUnit: 'GiB' })).toBe(1.5 * 1024 ** 3);
  });
});
