import { areComparable, readWildcard, type Wildcard, wildcardCovers } from '../wildcard-pairs.ts';
import { resourcePattern } from './compile.ts';
import type { PolicyStatement } from './document.ts';

interface Entry {
  readonly index: number;
  readonly actions: readonly Wildcard[];
  readonly resources: readonly Wildcard[];
}

/**
 * Returns the indexes of the statements that allow nothing because denies of the same policy fully
 * cover them. Omits those that it cannot decide: conditions, excluded actions and long lists.
 */
export function beatenAllows(
  statements: readonly { readonly index: number; readonly statement: PolicyStatement }[],
): readonly number[] {
  const plain = statements.filter(({ statement }) => statement.Action !== undefined);
  const denies = plain
    .filter(({ statement: { Effect, Condition } }) => Effect === 'Deny' && Condition === undefined)
    .flatMap(({ index, statement }) => denyOf(index, statement) ?? []);
  const allows = plain
    .filter(({ statement }) => statement.Effect === 'Allow')
    .map(({ index, statement }) => allowOf(index, statement));
  const all = (entries: readonly Entry[]) =>
    entries.flatMap(({ actions, resources }) => [...actions, ...resources]);
  if (denies.length === 0 || !areComparable(all(allows), all(denies))) return [];
  return allows.filter((allow) => isBeaten(allow, denies)).map(({ index }) => index);
}

/** Whether each of its actions is denied on everything it is allowed on. */
function isBeaten(allow: Entry, denies: readonly Entry[]): boolean {
  const whole = denies.filter((deny) => covers(deny.resources, allow.resources));
  return allow.actions.every((action) => whole.some((deny) => covers(deny.actions, [action])));
}

function covers(wide: readonly Wildcard[], narrow: readonly Wildcard[]): boolean {
  return narrow.every((one) => wide.some((other) => wildcardCovers(other, one)));
}

const EVERYWHERE = ['*'];

/**
 * Statements without resources concern the server, or everything except some resources: both count
 * as everywhere.
 */
function allowOf(index: number, { Action = [], Resource = EVERYWHERE }: PolicyStatement): Entry {
  const filled = Resource.map((resource) =>
    resourcePattern(resource).replace(/\$\{[^{}]*\}/g, '*'),
  );
  return { index, actions: Action.map(readWildcard), resources: filled.map(readWildcard) };
}

/** A deny with excluded resources, or with variables in its resources, does not deny everything. */
function denyOf(
  index: number,
  { Action = [], Resource = EVERYWHERE, NotResource }: PolicyStatement,
): Entry | undefined {
  if (NotResource !== undefined) return undefined;
  const patterns = Resource.filter((resource) => !resource.includes('${')).map(resourcePattern);
  // In a user policy, a pattern that covers a bucket's contents covers the bucket too.
  const buckets = patterns.filter((one) => one.endsWith('/*')).map((one) => one.slice(0, -2));
  const resources = [...patterns, ...buckets];
  return { index, actions: Action.map(readWildcard), resources: resources.map(readWildcard) };
}
