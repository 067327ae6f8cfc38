import type { TraceMessage } from '@stowage/contract/tools/trace';
import type { StreamEntry, StreamFold } from '#web/lib/stream/stream-state.ts';

/** What came of the calls of one name. */
export interface CallStatistics {
  readonly name: string;
  readonly count: number;
  readonly errors: number;
  /** In and out. */
  readonly bytes: number;
  /** How many calls took how long: each class of times is a tenth longer than the one before. */
  readonly classes: ReadonlyMap<number, number>;
}

/** Statistics by the names of calls. */
export type CallSummary = ReadonlyMap<string, CallStatistics>;

/** Names beyond this many are counted together. */
const MAX_NAMES = 200;
export const OTHER_NAMES = '*';
const STEP = Math.log(1.1);
/** Milliseconds of the first class. */
const SHORTEST = 0.001;

function classOf(milliseconds: number): number {
  return Math.ceil(Math.log(Math.max(SHORTEST, milliseconds) / SHORTEST) / STEP);
}

/**
 * The time in milliseconds that this share of the calls did not take longer than, at most a tenth
 * too much; undefined where there are none.
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
    // Copied once for all entries: what was there before stays as it is.
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

/** Sums up the calls of a trace, also those whose rows are kept no longer. */
export const callSummary: StreamFold<TraceMessage, CallSummary> = { empty: new Map(), add };
