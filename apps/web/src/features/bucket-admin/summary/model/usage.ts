/** How much of a quota is used; undefined without a quota. */
export interface QuotaUse {
  /** 0 to 1. */
  readonly share: number;
  readonly state: 'fine' | 'tight' | 'over';
}

/** Sizes in bytes; little is left above nine tenths. */
export function quotaUse(size: number, quota: number | undefined): QuotaUse | undefined {
  if (quota === undefined || quota <= 0) return undefined;
  const share = Math.min(1, size / quota);
  if (size >= quota) return { share, state: 'over' };
  return { share, state: share > 0.9 ? 'tight' : 'fine' };
}
