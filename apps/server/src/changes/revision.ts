import { createHash } from 'node:crypto';
import { ConsoleError } from '../console-error.ts';

/** Long enough that two states of one setting never collide by chance. */
const LENGTH = 22;

/**
 * Identifies a state of a setting or rule: equal for equal states, whatever the order of their
 * fields. Pass the state as the storage server holds it, not as the console shows it: fields the
 * console leaves out count as well.
 */
export function revisionOf(state: unknown): string {
  return createHash('sha256').update(canonical(state)).digest('base64url').slice(0, LENGTH);
}

/**
 * Checks a change against the revision it is based on; a change without a revision always passes.
 * @throws ConsoleError ChangedMeanwhile
 */
export function checkRevision(given: string | undefined, current: string): void {
  if (given !== undefined && given !== current) throw new ConsoleError('ChangedMeanwhile');
}

/** JSON with sorted object fields; undefined fields are omitted. */
function canonical(state: unknown): string {
  return JSON.stringify(state, (_name, value: unknown) => sorted(value)) ?? 'undefined';
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : Number(a > b))));
}
