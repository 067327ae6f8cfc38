import type { StreamEnd } from './connection.ts';

/** A message of a stream, or a place where some are missing. */
export type StreamEntry<Message> =
  | { readonly id: number; readonly kind: 'message'; readonly message: Message }
  /** How many are missing is not known where the connection broke. */
  | { readonly id: number; readonly kind: 'gap'; readonly missed?: number };

export interface StreamState<Message> {
  readonly status: 'idle' | 'connecting' | 'live' | 'reconnecting';
  /** Oldest first. */
  readonly entries: readonly StreamEntry<Message>[];
  /** What is shown while new entries keep coming; undefined when all of them are. */
  readonly frozen?: readonly StreamEntry<Message>[] | undefined;
  /** Why it is idle, when the server ended it. */
  readonly end?: StreamEnd | undefined;
}

export type StreamAction<Message> =
  | { readonly type: 'started' }
  | { readonly type: 'opened' }
  | { readonly type: 'lost' }
  | { readonly type: 'arrived'; readonly entries: readonly StreamEntry<Message>[] }
  | { readonly type: 'stopped'; readonly end?: StreamEnd }
  | { readonly type: 'paused' | 'resumed' | 'cleared' };

export const idleStream: StreamState<never> = { status: 'idle', entries: [] };

/** The state of a stream after something happened to it. At most `limit` entries are kept. */
export function reduceStream<Message>(
  state: StreamState<Message>,
  action: StreamAction<Message>,
  limit: number,
): StreamState<Message> {
  switch (action.type) {
    case 'started':
      return { status: 'connecting', entries: [] };
    case 'opened':
      return { ...state, status: 'live' };
    case 'lost':
      return { ...state, status: 'reconnecting' };
    case 'arrived':
      return { ...state, entries: [...state.entries, ...action.entries].slice(-limit) };
    case 'stopped':
      return { ...state, status: 'idle', end: action.end };
    case 'paused':
      return { ...state, frozen: state.entries };
    case 'resumed':
      return { ...state, frozen: undefined };
    case 'cleared':
      return { ...state, entries: [], frozen: state.frozen && [] };
  }
}

/** How many entries have come since the stream was paused, of those that are kept. */
export function newSince<Message>({ entries, frozen }: StreamState<Message>): number {
  const last = frozen?.at(-1)?.id ?? -1;
  return frozen === undefined ? 0 : entries.filter(({ id }) => id > last).length;
}
