import { getSession } from '@stowage/contract/auth';
import type { CallInput } from '@stowage/contract/endpoint';
import type { StreamEndpoint, StreamMessage } from '@stowage/contract/stream';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { call } from '#web/lib/api/call.ts';
import { streamUrl, type UrlInput } from '#web/lib/api/endpoint-url.ts';
import { connect, type StreamEnd } from './connection.ts';
import { frameInbox } from './inbox.ts';
import {
  idleStream,
  noFold,
  reduceStream,
  type StreamAction,
  type StreamFold,
  type StreamState,
} from './stream-state.ts';

/** Number of messages kept for scrolling back; older ones are dropped. */
const defaultLimit = 10_000;

/** A screen's interface to a stream. */
export interface LiveStream<Message, Summary = undefined> {
  readonly state: StreamState<Message, Summary>;
  stop(): void;
  /** Freezes the display while messages are still received. */
  pause(): void;
  resume(): void;
  clear(): void;
}

/** A stream that can be started. */
export interface StartableStream<S extends StreamEndpoint, Summary = undefined>
  extends LiveStream<StreamMessage<S>, Summary> {
  /** Starts over; previous messages are discarded. */
  start(input: CallInput<S>): void;
}

export interface StreamOptions<Message, Summary> {
  /** Maximum number of messages kept. */
  readonly limit?: number;
  /** Folds all messages into a summary for the screen. Must be the same object on every render. */
  readonly fold: StreamFold<Message, Summary>;
}

/** Browsers do not reveal why a handshake failed. A lost session shows in any call. */
function lookForSession({ code, reason }: StreamEnd): void {
  const unknown = code === 1006;
  // Errors are handled by the call itself; the session is not needed.
  if (unknown || reason === 'SessionRequired') call(getSession, {}).catch(() => undefined);
}

/**
 * Returns the state of a stream. It is restored when the user returns to the screen within a few
 * minutes, and is removed with the session.
 */
function useStreamState<Message, Summary>(
  id: string,
  { limit = defaultLimit, fold }: StreamOptions<Message, Summary>,
) {
  type State = StreamState<Message, Summary>;
  const queryClient = useQueryClient();
  const [state, dispatch] = useReducer(
    (now: State, action: StreamAction<Message>) => reduceStream(now, action, { limit, fold }),
    undefined,
    () => queryClient.getQueryData<State>(['stream', id]) ?? idleStream(fold.empty),
  );
  const last = useRef(state);
  useEffect(() => {
    last.current = state;
  }, [state]);
  useEffect(
    () => () => {
      const { entries, received, missed, summary } = last.current;
      const left: State = { status: 'idle', entries, received, missed, summary };
      queryClient.setQueryData(['stream', id], left);
    },
    [queryClient, id],
  );
  return [state, dispatch] as const;
}

/**
 * Returns a stream of the contract for a screen: it connects on `start`, reconnects after a lost
 * connection, and closes with the screen. Messages are delivered at most ten times a second,
 * however many there are.
 */
export function useStream<S extends StreamEndpoint>(endpoint: S): StartableStream<S>;
export function useStream<S extends StreamEndpoint, Summary>(
  endpoint: S,
  options: StreamOptions<StreamMessage<S>, Summary>,
): StartableStream<S, Summary>;
export function useStream<S extends StreamEndpoint>(
  endpoint: S,
  options: StreamOptions<StreamMessage<S>, unknown> = {
    fold: noFold as StreamFold<unknown, unknown>,
  },
): StartableStream<S, unknown> {
  const [state, dispatch] = useStreamState(endpoint.id, options);
  const { limit = defaultLimit } = options;
  const end = useRef<() => void>(undefined);

  const disconnect = useCallback(() => {
    end.current?.();
    end.current = undefined;
  }, []);
  useEffect(() => disconnect, [disconnect]);

  const start = useCallback(
    (input: CallInput<S>) => {
      disconnect();
      const inbox = frameInbox<StreamMessage<S>>(limit, (entries) =>
        dispatch({ type: 'arrived', entries }),
      );
      let lostAt: number | undefined;
      const events = {
        onOpen() {
          if (lostAt !== undefined) inbox.addGap(performance.now() - lostAt);
          lostAt = undefined;
          dispatch({ type: 'opened' });
        },
        onMessage: inbox.add,
        onLost() {
          lostAt ??= performance.now();
          dispatch({ type: 'lost' });
        },
        onEnd(reason: StreamEnd) {
          inbox.flush();
          end.current = undefined;
          dispatch({ type: 'stopped', end: reason });
          lookForSession(reason);
        },
      };
      const { signOfLife } = endpoint;
      const hangUp = connect(streamUrl(endpoint, input as UrlInput), events, { signOfLife });
      end.current = () => {
        hangUp();
        inbox.flush();
      };
      dispatch({ type: 'started' });
    },
    [endpoint, limit, disconnect, dispatch],
  );
  const stop = useCallback(() => {
    disconnect();
    dispatch({ type: 'stopped' });
  }, [disconnect, dispatch]);
  const pause = useCallback(() => dispatch({ type: 'paused' }), [dispatch]);
  const resume = useCallback(() => dispatch({ type: 'resumed' }), [dispatch]);
  const clear = useCallback(() => dispatch({ type: 'cleared' }), [dispatch]);
  return { state, start, stop, pause, resume, clear };
}
