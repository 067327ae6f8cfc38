/** Keys of what is known about policies in the cache of server data. */
export const policyKeys = {
  /** Everything about policies, and who has them. */
  all: ['policies'] as const,
  list: ['policies', 'list'] as const,
  one: (name: string) => ['policies', 'one', name] as const,
  holders: (name: string) => ['policies', 'holders', name] as const,
};
