import { getSession } from '@stowage/contract/auth';
import type { CallInput } from '@stowage/contract/endpoint';
import { isGap, type StreamEndpoint, type StreamMessage } from '@stowage/contract/stream';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { call } from '#web/lib/api/call.ts';
import { streamUrl, type UrlInput } from '#web/lib/api/endpoint-url.ts';
import { connect, type StreamEnd } from './connection.ts';
import {
  idleStream,
  reduceStream,
  type StreamAction,
  type StreamEntry,
  type StreamState,
} from './stream-state.ts';

/** What is kept for looking back at; older messages go. */
const defaultLimit = 10_000;

export interface LiveStream<S extends StreamEndpoint> {
  readonly state: StreamState<StreamMessage<S>>;
  /** Begins anew; what was there goes. */
  start(input: CallInput<S>): void;
  stop(): void;
  /** Shows no more for now, while everything is still taken in. */
  pause(): void;
  resume(): void;
  clear(): void;
}

/** A browser does not learn why a handshake was refused. A session that has ended shows in any call. */
function lookForSession({ code, reason }: StreamEnd): void {
  const unknown = code === 1006;
  // What comes of it is dealt with where calls are; a session that is there is of no interest.
  if (unknown || reason === 'SessionRequired') call(getSession, {}).catch(() => undefined);
}

/**
 * A stream of the contract for a screen: connects on `start`, again when the connection breaks,
 * and ends with the screen. Messages are handed over once a frame, however many there are.
 */
export function useStream<S extends StreamEndpoint>(
  endpoint: S,
  { limit = defaultLimit } = {},
): LiveStream<S> {
  type Message = StreamMessage<S>;
  const [state, dispatch] = useReducer(
    (now: StreamState<Message>, action: StreamAction<Message>) => reduceStream(now, action, limit),
    idleStream,
  );
  const end = useRef<() => void>(undefined);

  const disconnect = useCallback(() => {
    end.current?.();
    end.current = undefined;
  }, []);
  useEffect(() => disconnect, [disconnect]);

  const start = useCallback(
    (input: CallInput<S>) => {
      disconnect();
      const inbox = frameInbox<Message>(limit, (entries) => dispatch({ type: 'arrived', entries }));
      let wasLost = false;
      const hangUp = connect(streamUrl(endpoint, input as UrlInput), {
        onOpen() {
          if (wasLost) inbox.addGap();
          wasLost = false;
          dispatch({ type: 'opened' });
        },
        onMessage: inbox.add,
        onLost() {
          wasLost = true;
          dispatch({ type: 'lost' });
        },
        onEnd(reason) {
          inbox.flush();
          end.current = undefined;
          dispatch({ type: 'stopped', end: reason });
          lookForSession(reason);
        },
      });
      end.current = () => {
        hangUp();
        inbox.flush();
      };
      dispatch({ type: 'started' });
    },
    [endpoint, limit, disconnect],
  );
  const stop = useCallback(() => {
    disconnect();
    dispatch({ type: 'stopped' });
  }, [disconnect]);
  const pause = useCallback(() => dispatch({ type: 'paused' }), []);
  const resume = useCallback(() => dispatch({ type: 'resumed' }), []);
  const clear = useCallback(() => dispatch({ type: 'cleared' }), []);
  return { state, start, stop, pause, resume, clear };
}

/** Collects what arrives and hands it over with the next frame; a hidden page draws none. */
function frameInbox<Message>(
  limit: number,
  deliver: (entries: readonly StreamEntry<Message>[]) => void,
) {
  let nextId = 0;
  let waiting: StreamEntry<Message>[] = [];
  let frame: number | undefined;

  function flush(): void {
    if (frame !== undefined) cancelAnimationFrame(frame);
    frame = undefined;
    const entries = waiting;
    waiting = [];
    if (entries.length > 0) deliver(entries);
  }
  function put(entry: StreamEntry<Message>): void {
    waiting.push(entry);
    if (waiting.length > 2 * limit) waiting = waiting.slice(-limit);
    frame ??= requestAnimationFrame(flush);
  }
  return {
    flush,
    addGap: () => put({ id: nextId++, kind: 'gap' }),
    add(text: string) {
      const sent: object = JSON.parse(text);
      if (isGap(sent)) put({ id: nextId++, kind: 'gap', missed: sent.missed });
      else put({ id: nextId++, kind: 'message', message: sent as Message });
    },
  };
}
