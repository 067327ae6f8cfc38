import { CLOSE, streamProtocols } from '@stowage/contract/stream';
import { sessionToken } from '#web/lib/api/session-token.ts';

/** Why a stream ended: the close code, and a code of the error table. */
export interface StreamEnd {
  readonly code: number;
  readonly reason: string;
}

/** Receives the events of a connection. */
export interface ConnectionEvents {
  readonly onOpen: () => void;
  readonly onMessage: (text: string) => void;
  /** The connection was lost and is being re-established. */
  readonly onLost: () => void;
  readonly onEnd: (end: StreamEnd) => void;
}

export interface ConnectionOptions {
  /** Whether to send the sign of life only once, after connecting, and not periodically. */
  readonly signOfLife?: 'once' | undefined;
}

/** Keep-alive: the server, and proxies in between, close idle connections. */
const signOfLife = 'ok';
const signEvery = 10_000;
const firstPause = 1000;
const longestPause = 30_000;

/**
 * Returns the delay before the next attempt; half of it is random, so that browsers do not all
 * reconnect at once.
 */
function pauseBefore(attempt: number): number {
  const most = Math.min(longestPause, firstPause * 2 ** attempt);
  return most / 2 + Math.random() * (most / 2);
}

/** How long a restored connection must last before the attempts count as over. */
const settledAfter = 10_000;
/** Errors of a console that is back before its storage server. */
const notYet = ['StorageUnreachable', 'StorageTimeout'];

/**
 * Whether the stream is over. Streams that the server ended on purpose, or refused initially, are
 * not retried; a storage server that is not yet back when a lost connection is restored is.
 */
function isOver({ code, reason }: StreamEnd, everOpen: boolean, settled: boolean): boolean {
  if (code === CLOSE.failed && !settled && notYet.includes(reason)) return false;
  const over: readonly number[] = [CLOSE.done, CLOSE.refused, CLOSE.failed];
  return !everOpen || over.includes(code);
}

/**
 * Keeps a socket to `url` open until the server ends the stream: a lost connection is
 * re-established with increasing delays. Returns a function that closes it.
 */
export function connect(
  url: string,
  events: ConnectionEvents,
  { signOfLife: signs }: ConnectionOptions = {},
): () => void {
  let socket: WebSocket;
  let everOpen = false;
  let attempt = 0;
  let openedAt = 0;
  let signing: ReturnType<typeof setInterval> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  function open(): void {
    socket = new WebSocket(url, streamProtocols(sessionToken()));
    socket.onopen = () => {
      everOpen = true;
      openedAt = performance.now();
      socket.send(signOfLife);
      if (signs !== 'once') signing = setInterval(() => socket.send(signOfLife), signEvery);
      events.onOpen();
    };
    socket.onmessage = ({ data }) => events.onMessage(String(data));
    socket.onclose = (end) => {
      clearInterval(signing);
      if (stopped) return;
      const settled = attempt === 0 || performance.now() - openedAt > settledAfter;
      if (isOver(end, everOpen, settled)) {
        events.onEnd({ code: end.code, reason: end.reason });
        return;
      }
      if (settled) attempt = 0;
      events.onLost();
      retry = setTimeout(open, pauseBefore(attempt++));
    };
  }

  open();
  return () => {
    stopped = true;
    clearInterval(signing);
    clearTimeout(retry);
    socket.close(CLOSE.done);
  };
}
