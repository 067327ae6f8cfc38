import type { WatchEvent } from '@stowage/contract/tools/watch';
import type { StreamEntry } from '#web/lib/stream/stream-state.ts';

/** Number of seconds shown. */
const SPAN = 60;

interface ChangeRate {
  /**
   * Consecutive seconds since 1970, ending with that of the newest change; empty before the first
   * one.
   */
  readonly times: readonly number[];
  /** Number of changes in each second. */
  readonly counts: readonly number[];
}

/** Counts the changes per second over the minute up to the newest one. */
export function changeRate(entries: readonly StreamEntry<WatchEvent>[]): ChangeRate {
  const seconds = entries
    .flatMap((entry) => (entry.kind === 'message' ? [Date.parse(entry.message.Time) / 1000] : []))
    .filter(Number.isFinite)
    .map(Math.floor);
  const newest = seconds.reduce((last, second) => Math.max(last, second), 0);
  if (newest === 0) return { times: [], counts: [] };
  const first = newest - SPAN + 1;
  const counts = new Array<number>(SPAN).fill(0);
  for (const second of seconds) {
    if (second >= first) counts[second - first] = (counts[second - first] ?? 0) + 1;
  }
  return { times: counts.map((_, index) => first + index), counts };
}
