/** Why a prefix can have no rule; undefined when it can. In a policy these characters have a meaning. */
export function accessPrefixProblem(prefix: string): 'wildcard' | 'variable' | undefined {
  if (/[*?]/.test(prefix)) return 'wildcard';
  return prefix.includes('${') ? 'variable' : undefined;
}
