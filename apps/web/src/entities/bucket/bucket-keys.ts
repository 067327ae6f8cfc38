/** Cache keys of the server data about buckets. */
export const bucketKeys = {
  /** All bucket data, for changes to their number, size or settings. */
  all: ['buckets'] as const,
  list: ['buckets', 'list'] as const,
  one: (bucket: string) => ['buckets', 'one', bucket] as const,
  /** Everything shown on the settings pages of one bucket. */
  admin: (bucket: string) => ['buckets', 'admin', bucket] as const,
  /** One setting, or a list of them, such as 'events'. */
  setting: (bucket: string, setting: string) => ['buckets', 'admin', bucket, setting] as const,
};
