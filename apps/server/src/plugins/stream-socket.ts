import type { WebSocket } from '@fastify/websocket';
import type { ErrorCode } from '@stowage/contract/errors';
import { CLOSE, isGap, STREAM_PROTOCOL } from '@stowage/contract/stream';

/** Bytes buffered for a slow browser; beyond that, messages are dropped and counted. */
const MAX_WAITING = 1024 * 1024;
/** The buffer must drain to this size before sending resumes. */
const RESUME_AT = MAX_WAITING / 2;
/** Shorter than the usual idle timeout of proxies. */
export const HEARTBEAT_MS = 25_000;

/** Messages within this time are sent in one frame. */
const COLLECT_MS = 50;
/** A frame of this length is sent immediately. */
const FRAME_CHARACTERS = 64 * 1024;

/**
 * Sends messages as they arrive until the source or the socket ends. A socket that does not drain
 * misses messages; their number is sent once it drains, including those that the source has missed.
 */
export async function sendMessages(
  socket: WebSocket,
  messages: AsyncIterable<object>,
): Promise<void> {
  const outbox = new Outbox(socket);
  try {
    for await (const message of messages) {
      if (socket.readyState !== socket.OPEN) return;
      outbox.put(message);
    }
  } finally {
    outbox.flush();
  }
}

/** Messages waiting to be sent, several per frame if the client supports that. */
class Outbox {
  readonly #socket: WebSocket;
  readonly #together: boolean;
  #lines: string[] = [];
  #characters = 0;
  #missed = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    this.#together = socket.protocol === STREAM_PROTOCOL;
  }

  put(message: object): void {
    if (isGap(message)) {
      this.#missed += message.missed;
      this.#sayGap();
    } else if (this.#waiting > (this.#missed > 0 ? RESUME_AT : MAX_WAITING)) {
      this.#missed++;
    } else {
      this.#sayGap();
      this.#add(message);
    }
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#lines;
    this.#lines = [];
    this.#characters = 0;
    if (lines.length === 0) return;
    for (const frame of this.#together ? [lines.join('\n')] : lines) {
      // A failed write closes the socket, and listeners learn of it through that.
      this.#socket.send(frame, (error) => {
        if (!error) this.#sayGap();
      });
    }
  }

  get #waiting(): number {
    return this.#socket.bufferedAmount + this.#characters;
  }

  #sayGap(): void {
    if (this.#missed === 0 || this.#waiting > RESUME_AT) return;
    const missed = this.#missed;
    this.#missed = 0;
    this.#add({ missed });
  }

  #add(message: object): void {
    const line = JSON.stringify(message);
    this.#lines.push(line);
    this.#characters += line.length;
    if (this.#characters >= FRAME_CHARACTERS) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), COLLECT_MS);
  }
}

/**
 * Checks a socket periodically while it is open: it is terminated if it has shown no sign of life
 * since the last check, and closed if `refusal` returns a reason.
 */
export function watchOver(socket: WebSocket, refusal: () => Promise<ErrorCode | undefined>): void {
  let alive = true;
  const live = () => {
    alive = true;
  };
  const look = async () => {
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
    const reason = await refusal();
    if (reason !== undefined) socket.close(CLOSE.refused, reason);
  };
  const timer = setInterval(look, HEARTBEAT_MS);
  socket.on('pong', live);
  socket.on('message', live);
  socket.on('close', () => clearInterval(timer));
}
