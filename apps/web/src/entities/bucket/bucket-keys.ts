/** Keys of what is known about buckets in the cache of server data. */
export const bucketKeys = {
  /** Everything about buckets, for what changes their number, size or settings. */
  all: ['buckets'] as const,
  list: ['buckets', 'list'] as const,
  one: (bucket: string) => ['buckets', 'one', bucket] as const,
  /** Everything that the pages of one bucket's settings show. */
  admin: (bucket: string) => ['buckets', 'admin', bucket] as const,
  /** One setting or list of them, such as 'events'. */
  setting: (bucket: string, setting: string) => ['buckets', 'admin', bucket, setting] as const,
};
