import { CLOSE, streamProtocols } from '@stowage/contract/stream';
import { sessionToken } from '#web/lib/api/session-token.ts';

/** Why a stream is over: how the server closed the socket, with a code of the error table. */
export interface StreamEnd {
  readonly code: number;
  readonly reason: string;
}

/** Told what becomes of a connection. */
export interface ConnectionEvents {
  readonly onOpen: () => void;
  readonly onMessage: (text: string) => void;
  /** The connection broke and is made again. */
  readonly onLost: () => void;
  readonly onEnd: (end: StreamEnd) => void;
}

export interface ConnectionOptions {
  /** Says so when it has connected, and not again and again. */
  readonly signOfLife?: 'once' | undefined;
}

/** The server looks whether anybody is there, and so do proxies on the way. */
const signOfLife = 'ok';
const signEvery = 10_000;
const firstPause = 1000;
const longestPause = 30_000;

/** Pause before the next attempt, half of it left to chance so that browsers do not come all at once. */
function pauseBefore(attempt: number): number {
  const most = Math.min(longestPause, firstPause * 2 ** attempt);
  return most / 2 + Math.random() * (most / 2);
}

/** A connection that is back for so long is no attempt any more. */
const settledAfter = 10_000;
/** What a console says that is there again before its storage server is. */
const notYet = ['StorageUnreachable', 'StorageTimeout'];

/**
 * What the server meant to end, or refused from the start, is not tried again; a storage server that
 * is not there yet when a lost connection comes back is.
 */
function isOver({ code, reason }: StreamEnd, everOpen: boolean, settled: boolean): boolean {
  if (code === CLOSE.failed && !settled && notYet.includes(reason)) return false;
  const over: readonly number[] = [CLOSE.done, CLOSE.refused, CLOSE.failed];
  return !everOpen || over.includes(code);
}

/**
 * Keeps a socket to `url` open until the server ends the stream: a connection that breaks is made
 * again, with growing pauses. Gives a function that ends it.
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
