import type { Bucket } from '@stowage/contract/buckets';

/** Whether the caller can read a bucket's content, write it, both, or neither. */
export type AccessLabel = 'R' | 'W' | 'R/W' | '';

export function accessLabel({ rw_access }: Pick<Bucket, 'rw_access'>): AccessLabel {
  if (rw_access.read) return rw_access.write ? 'R/W' : 'R';
  return rw_access.write ? 'W' : '';
}

export interface QuotaUse {
  /** Bytes. */
  readonly limit: number;
  /** Used fraction of the limit, 0 to 1. */
  readonly share: number;
  /** Whether more than nine tenths are used. */
  readonly tight: boolean;
}

/** Returns how much of its quota a bucket uses; undefined without a quota or a known size. */
export function quotaUse({ size, details }: Bucket): QuotaUse | undefined {
  const limit = details?.quota?.quota;
  if (size === undefined || limit === undefined || limit <= 0) return undefined;
  const share = Math.min(1, size / limit);
  return { limit, share, tight: share > 0.9 };
}
