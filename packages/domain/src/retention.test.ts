import { describe, expect, it } from 'vitest';
import type { BucketDraft } from './retention.ts';
import {
  changeBucketDraft,
  EMPTY_BUCKET_DRAFT,
  isLockingFixed,
  isQuotaSize,
  isRetentionValidity,
  QUOTA_TYPES,
  RETENTION_MODES,
  RETENTION_UNITS,
  retentionUnitLabel,
} from './retention.ts';

function draft(change: Partial<BucketDraft>): BucketDraft {
  return { ...EMPTY_BUCKET_DRAFT, ...change };
}

describe('the draft of a bucket', () => {
  it('begins with everything off [BUCKETS-26]', () => {
    expect(EMPTY_BUCKET_DRAFT).toMatchObject({
      versioning: false,
      locking: false,
      quotaOn: false,
      retentionOn: false,
    });
  });

  it('begins with a hard quota of 1 TiB [BUCKETS-27]', () => {
    expect(EMPTY_BUCKET_DRAFT).toMatchObject({
      quotaType: 'hard',
      quotaSize: 1,
      quotaUnit: 'TiB',
    });
  });

  it('begins with a compliance retention of 1 day [BUCKETS-28]', () => {
    expect(EMPTY_BUCKET_DRAFT).toMatchObject({
      retentionMode: 'compliance',
      retentionUnit: 'days',
      retentionValidity: 1,
    });
  });

  it('turns locking and versioning on with retention, and holds locking [BUCKETS-46] [BUCKETS-47]', () => {
    const next = changeBucketDraft(EMPTY_BUCKET_DRAFT, { retentionOn: true });
    expect(next).toMatchObject({ retentionOn: true, locking: true, versioning: true });
    expect(isLockingFixed(next)).toBe(true);
    expect(changeBucketDraft(next, { locking: false }).locking).toBe(true);
    expect(isLockingFixed(changeBucketDraft(next, { retentionOn: false }))).toBe(false);
  });

  it('turns versioning on with locking', () => {
    expect(changeBucketDraft(EMPTY_BUCKET_DRAFT, { locking: true }).versioning).toBe(true);
  });

  it('resets the retention when versioning goes off [BUCKETS-48]', () => {
    const before = draft({
      versioning: true,
      locking: true,
      retentionOn: true,
      retentionMode: 'governance',
      retentionUnit: 'years',
      retentionValidity: 7,
      quotaOn: true,
    });
    expect(changeBucketDraft(before, { versioning: false })).toEqual(draft({ quotaOn: true }));
  });

  it('leaves everything else as it is', () => {
    expect(changeBucketDraft(EMPTY_BUCKET_DRAFT, { name: 'photos' })).toEqual(
      draft({ name: 'photos' }),
    );
  });
});

describe('quota and retention', () => {
  it('know their types, modes and units [BUCKETS-29] [BUCKETS-30]', () => {
    expect(QUOTA_TYPES).toEqual(['hard', 'fifo']);
    expect(RETENTION_MODES).toEqual(['compliance', 'governance']);
  });

  it.each([
    [undefined, false],
    [0, false],
    [-1, false],
    [Number.NaN, false],
    [1, true],
    [0.5, false],
    [1.5, false],
    [1e9, false],
  ])('a quota of %s TiB can be sent: %s [BUCKETS-35] [BUCKETS-36]', (size, valid) => {
    expect(isQuotaSize(size, 'TiB')).toBe(valid);
  });

  it.each([
    [undefined, 'days', false],
    [0, 'days', false],
    [1, 'days', true],
    [1.5, 'days', false],
    [36_500, 'days', true],
    [36_501, 'days', false],
    [100, 'years', true],
    [101, 'years', false],
  ] as const)(
    'a retention of %s %s can be sent: %s [BUCKETS-37] [BUCKETS-31]',
    (n, unit, valid) => {
      expect(RETENTION_UNITS).toEqual(['days', 'years']);
      expect(isRetentionValidity(n, unit)).toBe(valid);
    },
  );

  it('is a day or a year when there is one [BUCKETS-32]', () => {
    expect(retentionUnitLabel('days', 1)).toBe('day');
    expect(retentionUnitLabel('days', 2)).toBe('days');
    expect(retentionUnitLabel('years', 1)).toBe('year');
  });
});
