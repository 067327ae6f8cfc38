import type { AuditRange } from './audit-log.ts';
import { hashOf } from './bloom.ts';

/** Ids start with the record's time, so that they sort chronologically. */
const PER_MILLISECOND = 1024;

/** The lowest id of this time (milliseconds since the epoch). */
export function firstIdAt(time: number): number {
  return time * PER_MILLISECOND;
}

export function timeOfId(id: number): number {
  return Math.floor(id / PER_MILLISECOND);
}

/**
 * The id of a record unless it is taken: the same for the same request, so that repeated deliveries
 * are detected.
 */
export function preferredId(time: number, requestId: string): number {
  return firstIdAt(time) + (hashOf(requestId) % PER_MILLISECOND);
}

const DAY = 86_400_000;

/** The day of a time in UTC, such as 2026-11-22. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The first and last possible ids of a day. */
export function idsOfDay(day: string): { readonly first: number; readonly last: number } {
  const start = Date.parse(day);
  return { first: firstIdAt(start), last: firstIdAt(start + DAY) - 1 };
}

/** The first and last ids of a search. @param after as in `AuditSearch` */
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
