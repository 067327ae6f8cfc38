/** Cache keys of the server data about policies. */
export const policyKeys = {
  /** All data about policies and who they are assigned to. */
  all: ['policies'] as const,
  list: ['policies', 'list'] as const,
  one: (name: string) => ['policies', 'one', name] as const,
  holders: (name: string) => ['policies', 'holders', name] as const,
};
