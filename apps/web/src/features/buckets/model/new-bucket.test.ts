import { describe, expect, it } from 'vitest';
import {
  bucketBody,
  bucketErrors,
  EMPTY_BUCKET,
  followBucket,
  type NewBucket,
} from './new-bucket.ts';

const { quota, retention } = EMPTY_BUCKET;
const bucket = (parts: Partial<NewBucket>): NewBucket => ({
  ...EMPTY_BUCKET,
  name: 'photos',
  ...parts,
});
const withQuota = (parts: Partial<NewBucket['quota']>) =>
  bucket({ quota: { ...quota, enabled: true, ...parts } });
const withRetention = (parts: Partial<NewBucket['retention']>) =>
  bucket({ retention: { ...retention, enabled: true, ...parts } });
const wrong = (values: NewBucket) =>
  Object.entries(bucketErrors(values)).flatMap(([path, error]) => (error ? [path] : []));

describe('what Create Bucket holds', () => {
  it('begins with everything off [BUCKETS-26]', () => {
    expect(EMPTY_BUCKET).toMatchObject({ versioning: false, locking: false });
    expect([quota.enabled, retention.enabled]).toEqual([false, false]);
  });

  it('begins with a hard quota of 1 TiB [BUCKETS-27]', () => {
    expect(quota).toMatchObject({ quota_type: 'hard', amount: 1, unit: 'TiB' });
  });

  it('begins with a compliance retention of 1 day [BUCKETS-28]', () => {
    expect(retention).toMatchObject({ mode: 'compliance', unit: 'days', validity: 1 });
  });
});

describe('what follows from a change', () => {
  it('turns locking and versioning on with retention, and holds locking [BUCKETS-46] [BUCKETS-47]', () => {
    const next = followBucket(withRetention({}), bucket({}));
    expect(next).toMatchObject({ locking: true, versioning: true });
    expect(followBucket({ ...next, locking: false }, next).locking).toBe(true);
  });

  it('turns versioning on with locking', () => {
    expect(followBucket(bucket({ locking: true }), bucket({})).versioning).toBe(true);
  });

  it('resets the retention when versioning goes off [BUCKETS-48]', () => {
    const before = {
      ...withRetention({ mode: 'governance', unit: 'years', validity: 7 }),
      versioning: true,
      locking: true,
    };
    const after = followBucket({ ...before, versioning: false }, before);
    expect(after).toEqual(bucket({}));
  });

  it('leaves everything else as it is', () => {
    const values = bucket({});
    expect(followBucket(values, EMPTY_BUCKET)).toBe(values);
  });
});

describe('what is wrong with a new bucket', () => {
  it.each([
    ['photos', []],
    [' ', ['name']],
    ['No', ['name']],
  ])('named “%s”: %j', (name, fields) => {
    expect(wrong(bucket({ name }))).toEqual(fields);
  });

  it.each([
    ['', false],
    [0, false],
    [-1, false],
    [1, true],
    [0.5, false],
    [1.5, false],
    [1e9, false],
  ])('a quota of %s TiB can be sent: %s [BUCKETS-35] [BUCKETS-36]', (amount, valid) => {
    expect(wrong(withQuota({ amount }))).toEqual(valid ? [] : ['quota.amount']);
  });

  it.each([
    ['', 'days', false],
    [0, 'days', false],
    [1, 'days', true],
    [1.5, 'days', false],
    [36_500, 'days', true],
    [36_501, 'days', false],
    [100, 'years', true],
    [101, 'years', false],
  ] as const)(
    'a retention of %s %s can be sent: %s [BUCKETS-37] [BUCKETS-31]',
    (validity, unit, valid) => {
      const fields = valid ? [] : ['retention.validity'];
      expect(wrong(withRetention({ validity, unit }))).toEqual(fields);
    },
  );

  it('says nothing of what is off', () => {
    const off = bucket({
      quota: { ...quota, amount: '' },
      retention: { ...retention, validity: '' },
    });
    expect(wrong(off)).toEqual([]);
  });
});

describe('what is sent', () => {
  it('leaves out quota and retention when they are off', () => {
    expect(bucketBody(bucket({}))).toEqual({ name: 'photos', versioning: false, locking: false });
  });

  it('has the quota in bytes [BUCKETS-40]', () => {
    expect(bucketBody(withQuota({})).quota?.amount).toBe(1024 ** 4);
    expect(bucketBody(withQuota({ amount: 3, unit: 'KiB' })).quota?.amount).toBe(3072);
  });
});
