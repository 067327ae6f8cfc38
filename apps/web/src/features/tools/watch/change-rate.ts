import type { WatchEvent } from '@stowage/contract/tools/watch';
import type { StreamEntry } from '#web/lib/stream/stream-state.ts';

/** Seconds that are shown. */
const SPAN = 60;

interface ChangeRate {
  /** Seconds since 1970, one after the other, the last with the newest change; none before any. */
  readonly times: readonly number[];
  /** Changes in each of them. */
  readonly counts: readonly number[];
}

/** How many changes came in each second of the last minute before the newest. */
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
