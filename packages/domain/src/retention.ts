import type { Size } from './units.ts';
import { sizeToBytes } from './units.ts';

export const QUOTA_TYPES = ['hard', 'fifo'] as const;
export type QuotaType = (typeof QUOTA_TYPES)[number];
export const RETENTION_MODES = ['compliance', 'governance'] as const;
export type RetentionMode = (typeof RETENTION_MODES)[number];
export const RETENTION_UNITS = ['days', 'years'] as const;
export type RetentionUnit = (typeof RETENTION_UNITS)[number];

/** The longest default retention that S3 takes. */
export const MAX_RETENTION: Readonly<Record<RetentionUnit, number>> = { days: 36_500, years: 100 };

/** What the Create Bucket form holds. Numbers are undefined while their input is empty. */
export interface BucketDraft {
  readonly name: string;
  readonly versioning: boolean;
  readonly locking: boolean;
  readonly quotaOn: boolean;
  readonly quotaType: QuotaType;
  readonly quotaSize: number | undefined;
  readonly quotaUnit: Size['unit'];
  readonly retentionOn: boolean;
  readonly retentionMode: RetentionMode;
  readonly retentionUnit: RetentionUnit;
  readonly retentionValidity: number | undefined;
}

/** The form before anything was typed, and after Clear. */
export const EMPTY_BUCKET_DRAFT: BucketDraft = {
  name: '',
  versioning: false,
  locking: false,
  quotaOn: false,
  quotaType: 'hard',
  quotaSize: 1,
  quotaUnit: 'TiB',
  retentionOn: false,
  retentionMode: 'compliance',
  retentionUnit: 'days',
  retentionValidity: 1,
};

/**
 * The draft after a change, with what follows from it: retention needs locking,
 * locking needs versioning, and without versioning there is no retention.
 */
export function changeBucketDraft(draft: BucketDraft, change: Partial<BucketDraft>): BucketDraft {
  const next = { ...draft, ...change };
  if (change.versioning === false) return { ...next, ...NO_RETENTION, locking: false };
  const locking = next.locking || next.retentionOn;
  return { ...next, locking, versioning: next.versioning || locking };
}

const NO_RETENTION = {
  retentionOn: EMPTY_BUCKET_DRAFT.retentionOn,
  retentionMode: EMPTY_BUCKET_DRAFT.retentionMode,
  retentionUnit: EMPTY_BUCKET_DRAFT.retentionUnit,
  retentionValidity: EMPTY_BUCKET_DRAFT.retentionValidity,
};

/** Whether the locking switch may be moved: retention holds it on. */
export function isLockingFixed(draft: BucketDraft): boolean {
  return draft.retentionOn;
}

/** Whether a quota's size can be sent: a whole number of at least 1 of its unit. */
export function isQuotaSize(size: number | undefined, unit: Size['unit']): boolean {
  if (size === undefined || !Number.isInteger(size) || size < 1) return false;
  const bytes = sizeToBytes({ value: size, unit });
  return bytes !== undefined && bytes <= MAX_QUOTA_BYTES;
}

/** Quotas go over the wire as JSON numbers, which are exact up to here. */
const MAX_QUOTA_BYTES = BigInt(Number.MAX_SAFE_INTEGER);

/** Whether a retention can be sent: a whole number from 1 up to what S3 takes. */
export function isRetentionValidity(validity: number | undefined, unit: RetentionUnit): boolean {
  return (
    Number.isInteger(validity) && (validity ?? 0) >= 1 && (validity ?? 0) <= MAX_RETENTION[unit]
  );
}

/** The unit's word beside its number: 1 day, 2 days. */
export function retentionUnitLabel(unit: RetentionUnit, validity: number): string {
  return validity === 1 ? unit.slice(0, -1) : unit;
}
