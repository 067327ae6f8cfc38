/**
 * Returns why a prefix cannot have a rule, or undefined if it can. These characters have a special
 * meaning in policies.
 */
export function accessPrefixProblem(prefix: string): 'wildcard' | 'variable' | undefined {
  if (/[*?]/.test(prefix)) return 'wildcard';
  return prefix.includes('${') ? 'variable' : undefined;
}
