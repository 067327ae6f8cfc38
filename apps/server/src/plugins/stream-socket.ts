import type { WebSocket } from '@fastify/websocket';
import { CLOSE } from '@stowage/contract/stream';

/** Bytes that may wait for a slow browser; beyond it messages are left out and counted. */
const MAX_WAITING = 1024 * 1024;
/** So much must be left at most before messages go out again. */
const RESUME_AT = MAX_WAITING / 2;
/** Below the time after which proxies usually close a silent connection. */
const HEARTBEAT_MS = 25_000;

/**
 * Sends messages as they come until the source or the socket ends. A socket that does not drain
 * misses messages; how many is said as soon as it does.
 */
export async function sendMessages(
  socket: WebSocket,
  messages: AsyncIterable<object>,
): Promise<void> {
  let missed = 0;
  const sayGap = () => {
    if (missed === 0 || socket.bufferedAmount > RESUME_AT) return;
    send(socket, { missed });
    missed = 0;
  };
  for await (const message of messages) {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > (missed > 0 ? RESUME_AT : MAX_WAITING)) {
      missed++;
      continue;
    }
    sayGap();
    send(socket, message, sayGap);
  }
}

/** A failed write closes the socket, which is how everybody hears of it. */
function send(socket: WebSocket, message: object, sent?: () => void): void {
  socket.send(JSON.stringify(message), (error) => {
    if (!error) sent?.();
  });
}

/**
 * Looks at a socket from time to time while it is open: one that has shown no sign of life since
 * the last time is cut off, and `stillAllowed` says whether it may go on.
 */
export function watchOver(socket: WebSocket, stillAllowed: () => Promise<boolean>): void {
  let alive = true;
  const live = () => {
    alive = true;
  };
  const look = async () => {
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
    if (!(await stillAllowed())) socket.close(CLOSE.refused, 'SessionRequired');
  };
  const timer = setInterval(look, HEARTBEAT_MS);
  socket.on('pong', live);
  socket.on('message', live);
  socket.on('close', () => clearInterval(timer));
}
