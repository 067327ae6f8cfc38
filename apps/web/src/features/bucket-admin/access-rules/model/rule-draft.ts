import type { AccessLevel, AccessRule } from '@stowage/contract/bucket-admin/access';
import { accessPrefixProblem } from '@stowage/domain/access-prefix';

/** The prefix that stands for the whole bucket. */
export const WHOLE_BUCKET = '*';

/** Maximum length of a prefix on the server. */
export const LONGEST_PREFIX = 1024;

/** A rule as entered. */
export interface RuleDraft {
  readonly prefix: string;
  readonly access: AccessLevel;
}

/** A new rule grants the least until more is selected. */
export const EMPTY_RULE: RuleDraft = { prefix: '', access: 'readonly' };

export type PrefixError = 'blank' | 'wildcard' | 'variable' | 'taken';

/** Returns why a rule cannot be added for a prefix; undefined if it can. */
export function prefixError(
  prefix: string,
  rules: readonly Pick<AccessRule, 'prefix'>[],
): PrefixError | undefined {
  if (prefix.trim() === '') return 'blank';
  // A rule applies to everything that starts with its prefix, so a trailing '*' makes no
  // difference.
  const bare = prefix.endsWith('*') ? prefix.slice(0, -1) : prefix;
  const problem = accessPrefixProblem(bare);
  if (problem !== undefined) return problem;
  const name = bare === '' ? WHOLE_BUCKET : bare;
  return rules.some((rule) => rule.prefix === name) ? 'taken' : undefined;
}
