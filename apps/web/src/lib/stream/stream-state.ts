import { formatCount } from '#web/lib/format/numbers.ts';
import type { StreamEnd } from './connection.ts';

/** A message of a stream, or a gap where some are missing. */
export type StreamEntry<Message> =
  | { readonly id: number; readonly kind: 'message'; readonly message: Message }
  | {
      readonly id: number;
      readonly kind: 'gap';
      /** How many; unknown if the connection was lost. */
      readonly missed?: number;
      /** Duration of the connection loss in milliseconds. */
      readonly lostFor?: number;
    };

export interface StreamState<Message, Summary = undefined> {
  readonly status: 'idle' | 'connecting' | 'live' | 'reconnecting';
  /** Oldest first. */
  readonly entries: readonly StreamEntry<Message>[];
  /** The entries shown while paused; undefined to show all of them. */
  readonly frozen?: readonly StreamEntry<Message>[] | undefined;
  /** Why the stream is idle, if the server ended it. */
  readonly end?: StreamEnd | undefined;
  /** Messages since the start, including those already dropped. */
  readonly received: number;
  /** Messages omitted since the start, as far as their number is known. */
  readonly missed: number;
  /** The fold's result over all messages since the start. */
  readonly summary: Summary;
}

export type StreamAction<Message> =
  | { readonly type: 'started' }
  | { readonly type: 'opened' }
  | { readonly type: 'lost' }
  | { readonly type: 'arrived'; readonly entries: readonly StreamEntry<Message>[] }
  | { readonly type: 'stopped'; readonly end?: StreamEnd }
  | { readonly type: 'paused' | 'resumed' | 'cleared' };

/** Folds all messages of a stream into one value. Pure: `add` does not modify its arguments. */
export interface StreamFold<Message, Summary> {
  readonly empty: Summary;
  readonly add: (summary: Summary, entries: readonly StreamEntry<Message>[]) => Summary;
}

export interface StreamRules<Message, Summary> {
  /** Maximum number of entries kept. */
  readonly limit: number;
  readonly fold: StreamFold<Message, Summary>;
}

/** For streams that need only the messages. */
export const noFold: StreamFold<unknown, undefined> = { empty: undefined, add: () => undefined };

/** Returns a stream that has not been started. */
export function idleStream<Summary>(summary: Summary): StreamState<never, Summary> {
  return { status: 'idle', entries: [], received: 0, missed: 0, summary };
}

/** Returns the state of a stream after an event. */
export function reduceStream<Message, Summary>(
  state: StreamState<Message, Summary>,
  action: StreamAction<Message>,
  { limit, fold }: StreamRules<Message, Summary>,
): StreamState<Message, Summary> {
  switch (action.type) {
    case 'started':
      return { ...idleStream(fold.empty), status: 'connecting' };
    case 'opened':
      return { ...state, status: 'live' };
    case 'lost':
      return { ...state, status: 'reconnecting' };
    case 'arrived':
      return withEntries(state, action.entries, { limit, fold });
    case 'stopped':
      return { ...state, status: 'idle', end: action.end };
    case 'paused':
      return { ...state, frozen: state.entries };
    case 'resumed':
      return { ...state, frozen: undefined };
    case 'cleared': {
      const { received, missed, summary } = idleStream(fold.empty);
      return { ...state, entries: [], frozen: state.frozen && [], received, missed, summary };
    }
  }
}

function withEntries<Message, Summary>(
  state: StreamState<Message, Summary>,
  entries: readonly StreamEntry<Message>[],
  { limit, fold }: StreamRules<Message, Summary>,
): StreamState<Message, Summary> {
  let { received, missed } = state;
  for (const entry of entries) {
    if (entry.kind === 'message') received++;
    else missed += entry.missed ?? 0;
  }
  const kept = state.entries.slice(Math.max(0, state.entries.length + entries.length - limit));
  return {
    ...state,
    entries: withOneGapEach(kept, entries).slice(-limit),
    received,
    missed,
    summary: fold.add(state.summary, entries),
  };
}

type Outage<Message> = Extract<StreamEntry<Message>, { kind: 'gap' }> & {
  readonly lostFor: number;
};

function isOutage<Message>(entry: StreamEntry<Message> | undefined): entry is Outage<Message> {
  return entry?.kind === 'gap' && entry.lostFor !== undefined;
}

/**
 * Merges the gaps of an outage into one, even if the connection was restored and lost again before
 * anything arrived.
 */
function withOneGapEach<Message>(
  before: readonly StreamEntry<Message>[],
  entries: readonly StreamEntry<Message>[],
): readonly StreamEntry<Message>[] {
  if (!entries.some(isOutage)) return [...before, ...entries];
  const all = [...before];
  for (const entry of entries) {
    const last = all.at(-1);
    if (!isOutage(entry) || !isOutage(last)) all.push(entry);
    else all[all.length - 1] = { ...entry, lostFor: last.lostFor + entry.lostFor };
  }
  return all;
}

/** Returns how many of the kept entries have arrived since the stream was paused. */
export function newSince<Message, Summary>({
  entries,
  frozen,
}: StreamState<Message, Summary>): number {
  const last = frozen?.at(-1)?.id ?? -1;
  return frozen === undefined ? 0 : entries.filter(({ id }) => id > last).length;
}

/**
 * Returns the entries as a file: one JSON document per line, with `{"missed": n}` or `{"missed":
 * null}` for gaps.
 */
export function jsonLines<Message>(entries: readonly StreamEntry<Message>[]): string {
  return entries
    .map((entry) => (entry.kind === 'message' ? entry.message : { missed: entry.missed ?? null }))
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}

/** Formats the duration of a connection loss in whole seconds, at least one. */
export function wholeSeconds(lostFor = 0): string {
  return formatCount(Math.max(1, Math.round(lostFor / 1000)));
}
