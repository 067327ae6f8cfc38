import { createHash } from 'node:crypto';
import { ConsoleError } from '../console-error.ts';

/** Enough of the hash that two states of one setting never share it by chance. */
const LENGTH = 22;

/**
 * Names a state of a setting or of a rule: equal for equal states, whatever the
 * order of their fields. Give it the state as the storage server holds it, not as
 * the console shows it: what the console leaves out counts as well.
 */
export function revisionOf(state: unknown): string {
  return createHash('sha256').update(canonical(state)).digest('base64url').slice(0, LENGTH);
}

/**
 * Holds a change to the state it is based on; a change without a revision is based on any.
 * @throws ConsoleError ChangedMeanwhile
 */
export function checkRevision(given: string | undefined, current: string): void {
  if (given !== undefined && given !== current) throw new ConsoleError('ChangedMeanwhile');
}

/** JSON with the fields of each object in one order; an undefined field counts as none. */
function canonical(state: unknown): string {
  return JSON.stringify(state, (_name, value: unknown) => sorted(value)) ?? 'undefined';
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : Number(a > b))));
}
