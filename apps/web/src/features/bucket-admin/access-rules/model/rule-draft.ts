import type { AccessLevel, AccessRule } from '@stowage/contract/bucket-admin/access';
import { accessPrefixProblem } from '@stowage/domain/access-prefix';

/** The prefix that stands for the whole bucket. */
export const WHOLE_BUCKET = '*';

/** The longest prefix that the server takes. */
export const LONGEST_PREFIX = 1024;

/** A rule as it is being entered. */
export interface RuleDraft {
  readonly prefix: string;
  readonly access: AccessLevel;
}

/** A new rule gives the least until somebody chooses more. */
export const EMPTY_RULE: RuleDraft = { prefix: '', access: 'readonly' };

export type PrefixError = 'blank' | 'wildcard' | 'variable' | 'taken';

/** Why there can be no new rule for a prefix; undefined when there can. */
export function prefixError(
  prefix: string,
  rules: readonly Pick<AccessRule, 'prefix'>[],
): PrefixError | undefined {
  if (prefix.trim() === '') return 'blank';
  // A rule is for all that begins with its prefix: a '*' at its end changes nothing.
  const bare = prefix.endsWith('*') ? prefix.slice(0, -1) : prefix;
  const problem = accessPrefixProblem(bare);
  if (problem !== undefined) return problem;
  const name = bare === '' ? WHOLE_BUCKET : bare;
  return rules.some((rule) => rule.prefix === name) ? 'taken' : undefined;
}
