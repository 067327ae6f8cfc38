/** Keys of what is known about buckets in the cache of server data. */
export const bucketKeys = {
  /** Everything about buckets, for what changes their number, size or settings. */
  all: ['buckets'] as const,
  list: ['buckets', 'list'] as const,
  one: (bucket: string) => ['buckets', 'one', bucket] as const,
};
