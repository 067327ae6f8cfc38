import type { AuditRange } from './audit-log.ts';
import { hashOf } from './bloom.ts';

/** Ids have the time of a record in front, so that they are in its order. */
const PER_MILLISECOND = 1024;

/** The lowest id of this time (milliseconds since the epoch). */
export function firstIdAt(time: number): number {
  return time * PER_MILLISECOND;
}

export function timeOfId(id: number): number {
  return Math.floor(id / PER_MILLISECOND);
}

/**
 * The id of a record where no other has it: the same for the same request, so that one that is
 * delivered twice is found.
 */
export function preferredId(time: number, requestId: string): number {
  return firstIdAt(time) + (hashOf(requestId) % PER_MILLISECOND);
}

const DAY = 86_400_000;

/** The day of a time in UTC, such as 2026-11-22. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The first and the last id that a day may have. */
export function idsOfDay(day: string): { readonly first: number; readonly last: number } {
  const start = Date.parse(day);
  return { first: firstIdAt(start), last: firstIdAt(start + DAY) - 1 };
}

/** The first and the last id that a search looks at. @param after as in `AuditSearch` */
export function idBounds(
  { from, to }: AuditRange,
  newestFirst: boolean,
  after: string | undefined,
) {
  const [first, last] = [firstIdAt(from), firstIdAt(to) - 1];
  if (after === undefined) return { first, last };
  return newestFirst
    ? { first, last: Math.min(last, Number(after) - 1) }
    : { first: Math.max(first, Number(after) + 1), last };
}
