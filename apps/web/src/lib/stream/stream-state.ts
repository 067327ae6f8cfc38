import { formatCount } from '#web/lib/format/numbers.ts';
import type { StreamEnd } from './connection.ts';

/** A message of a stream, or a place where some are missing. */
export type StreamEntry<Message> =
  | { readonly id: number; readonly kind: 'message'; readonly message: Message }
  | {
      readonly id: number;
      readonly kind: 'gap';
      /** How many; not known where the connection broke. */
      readonly missed?: number;
      /** Milliseconds for which there was no connection. */
      readonly lostFor?: number;
    };

export interface StreamState<Message, Summary = undefined> {
  readonly status: 'idle' | 'connecting' | 'live' | 'reconnecting';
  /** Oldest first. */
  readonly entries: readonly StreamEntry<Message>[];
  /** What is shown while new entries keep coming; undefined when all of them are. */
  readonly frozen?: readonly StreamEntry<Message>[] | undefined;
  /** Why it is idle, when the server ended it. */
  readonly end?: StreamEnd | undefined;
  /** Messages since it began, also those that are kept no longer. */
  readonly received: number;
  /** Messages since it began that were left out, as far as their number is known. */
  readonly missed: number;
  /** What the fold made of all messages since it began. */
  readonly summary: Summary;
}

export type StreamAction<Message> =
  | { readonly type: 'started' }
  | { readonly type: 'opened' }
  | { readonly type: 'lost' }
  | { readonly type: 'arrived'; readonly entries: readonly StreamEntry<Message>[] }
  | { readonly type: 'stopped'; readonly end?: StreamEnd }
  | { readonly type: 'paused' | 'resumed' | 'cleared' };

/** Makes one value of all messages of a stream. Pure: `add` leaves what it is given as it is. */
export interface StreamFold<Message, Summary> {
  readonly empty: Summary;
  readonly add: (summary: Summary, entries: readonly StreamEntry<Message>[]) => Summary;
}

export interface StreamRules<Message, Summary> {
  /** How many entries are kept. */
  readonly limit: number;
  readonly fold: StreamFold<Message, Summary>;
}

/** For streams of which nothing but the messages is shown. */
export const noFold: StreamFold<unknown, undefined> = { empty: undefined, add: () => undefined };

/** A stream that was not started. */
export function idleStream<Summary>(summary: Summary): StreamState<never, Summary> {
  return { status: 'idle', entries: [], received: 0, missed: 0, summary };
}

/** The state of a stream after something happened to it. */
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

/** An outage is one gap, also where the connection came back and broke again before anything arrived. */
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

/** How many entries have come since the stream was paused, of those that are kept. */
export function newSince<Message, Summary>({
  entries,
  frozen,
}: StreamState<Message, Summary>): number {
  const last = frozen?.at(-1)?.id ?? -1;
  return frozen === undefined ? 0 : entries.filter(({ id }) => id > last).length;
}

/** Entries as a file: one JSON document a line, `{"missed": n}` or `{"missed": null}` where some are missing. */
export function jsonLines<Message>(entries: readonly StreamEntry<Message>[]): string {
  return entries
    .map((entry) => (entry.kind === 'message' ? entry.message : { missed: entry.missed ?? null }))
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}

/** Seconds without a connection as text, at least one. */
export function wholeSeconds(lostFor = 0): string {
  return formatCount(Math.max(1, Math.round(lostFor / 1000)));
}
