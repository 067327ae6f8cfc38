export const QUOTA_TYPES = ['hard', 'fifo'] as const;
export type QuotaType = (typeof QUOTA_TYPES)[number];
export const RETENTION_MODES = ['compliance', 'governance'] as const;
export type RetentionMode = (typeof RETENTION_MODES)[number];
export const RETENTION_UNITS = ['days', 'years'] as const;
export type RetentionUnit = (typeof RETENTION_UNITS)[number];

/** The longest default retention that S3 accepts. */
export const MAX_RETENTION: Readonly<Record<RetentionUnit, number>> = { days: 36_500, years: 100 };
