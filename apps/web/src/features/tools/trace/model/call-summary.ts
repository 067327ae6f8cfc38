import type { TraceMessage } from '@stowage/contract/tools/trace';
import type { StreamEntry, StreamFold } from '#web/lib/stream/stream-state.ts';

/** Statistics on the calls of one name. */
export interface CallStatistics {
  readonly name: string;
  readonly count: number;
  readonly errors: number;
  /** Received and sent. */
  readonly bytes: number;
  /** Number of calls by duration: each class is a tenth longer than the previous one. */
  readonly classes: ReadonlyMap<number, number>;
}

/** Statistics by call name. */
export type CallSummary = ReadonlyMap<string, CallStatistics>;

/** Further names are counted together. */
const MAX_NAMES = 200;
export const OTHER_NAMES = '*';
const STEP = Math.log(1.1);
/** Milliseconds of the first class. */
const SHORTEST = 0.001;

function classOf(milliseconds: number): number {
  return Math.ceil(Math.log(Math.max(SHORTEST, milliseconds) / SHORTEST) / STEP);
}

/**
 * Returns the duration in milliseconds that this fraction of the calls did not exceed, at most a
 * tenth too high; undefined if there are none.
 */
export function percentile({ count, classes }: CallStatistics, share: number): number | undefined {
  let left = Math.ceil(count * share);
  for (const [index, calls] of [...classes].sort(([a], [b]) => a - b)) {
    left -= calls;
    if (left <= 0) return SHORTEST * Math.exp(index * STEP);
  }
  return undefined;
}

function add(summary: CallSummary, entries: readonly StreamEntry<TraceMessage>[]): CallSummary {
  const next = new Map(summary);
  const own = new Map<string, Map<number, number>>();
  for (const entry of entries) {
    if (entry.kind !== 'message') continue;
    const { api, failed, callStats } = entry.message;
    const name = next.has(api) || next.size < MAX_NAMES ? api : OTHER_NAMES;
    const before = next.get(name);
    // Copied once for all entries; the previous summary is not modified.
    const classes = own.get(name) ?? new Map(before?.classes);
    own.set(name, classes);
    const index = classOf(callStats.duration);
    classes.set(index, (classes.get(index) ?? 0) + 1);
    next.set(name, {
      name,
      count: (before?.count ?? 0) + 1,
      errors: (before?.errors ?? 0) + (failed ? 1 : 0),
      bytes: (before?.bytes ?? 0) + callStats.rx + callStats.tx,
      classes,
    });
  }
  return next;
}

/** Summarises the calls of a trace, including those whose rows have been dropped. */
export const callSummary: StreamFold<TraceMessage, CallSummary> = { empty: new Map(), add };
