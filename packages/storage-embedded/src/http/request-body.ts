import type { IncomingMessage } from 'node:http';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { MemoryShare } from './memory-budget.ts';

const EMPTY = Buffer.alloc(0);
/** Buffered part of a body that is being written to the drives, in bytes. */
const STREAM_BYTES = 3 * 1024 * 1024;

/** The body of a request. The client is not asked to send it (100-continue) until it is read. */
export class RequestBody {
  readonly #message: IncomingMessage;
  readonly #memory: MemoryShare;
  readonly #invite: (() => void) | undefined;
  #begun = false;
  #received = 0;

  /** @param invite sends '100 Continue' if the client waits for it */
  constructor(message: IncomingMessage, memory: MemoryShare, invite: (() => void) | undefined) {
    this.#message = message;
    this.#memory = memory;
    this.#invite = invite;
  }

  /** Content-Length in bytes; undefined if the length is unknown. */
  get length(): number | undefined {
    const text = this.#message.headers['content-length'];
    if (text !== undefined) {
      return Number(text);
    }
    return this.#message.headers['transfer-encoding'] === undefined ? 0 : undefined;
  }

  /** Bytes read so far. */
  get received(): number {
    return this.#received;
  }

  /** Whether the client is holding the body back until it is invited to send it. */
  get withheld(): boolean {
    return this.#invite !== undefined && !this.#begun;
  }

  /**
   * Reads the whole body in one piece.
   *
   * @param limit in bytes
   * @throws S3Error EntityTooLarge, IncompleteBody, SlowDown (out of memory budget)
   */
  async read(limit: number): Promise<Buffer> {
    const { length } = this;
    if (length === 0) {
      return EMPTY;
    }
    if (length !== undefined && length > limit) {
      throw new S3Error('EntityTooLarge');
    }
    if (length !== undefined) {
      this.#memory.take(length);
    }
    this.#begin();
    const takes = length === undefined ? (bytes: number) => this.#memory.take(bytes) : undefined;
    const bytes = await collect(this.#message, limit, takes);
    this.#received = bytes.length;
    return bytes;
  }

  /**
   * Reads the body piece by piece. If the reader stops early, the connection can still be used for
   * a response.
   *
   * @throws S3Error IncompleteBody, SlowDown
   */
  async *stream(): AsyncGenerator<Uint8Array, void, undefined> {
    this.#memory.take(Math.min(this.length ?? STREAM_BYTES, STREAM_BYTES));
    this.#begin();
    try {
      for await (const piece of this.#message.iterator({ destroyOnReturn: false })) {
        this.#received += piece.length;
        yield piece;
      }
    } catch (error) {
      throw this.#message.destroyed ? new S3Error('IncompleteBody') : error;
    }
  }

  #begin(): void {
    if (!this.#begun) {
      this.#begun = true;
      this.#invite?.();
    }
  }
}

/** @param take reserves memory for a piece; reading stops if it throws */
function collect(
  message: IncomingMessage,
  limit: number,
  take: (bytes: number) => void = () => undefined,
): Promise<Buffer> {
  if (message.destroyed) {
    // The stream ended before anything listened, so no event will follow.
    return Promise.reject(new S3Error('IncompleteBody'));
  }
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let size = 0;
    let ended = false;
    const onData = (piece: Buffer) => {
      size += piece.length;
      try {
        if (size > limit) {
          throw new S3Error('EntityTooLarge');
        }
        take(piece.length);
        pieces.push(piece);
      } catch (error) {
        message.off('data', onData).pause();
        pieces.length = 0;
        reject(error);
      }
    };
    const onBroken = () => {
      if (!ended) {
        ended = true;
        reject(new S3Error('IncompleteBody'));
      }
    };
    message.on('data', onData);
    message.once('end', () => {
      ended = true;
      const [only] = pieces;
      resolve(only !== undefined && pieces.length === 1 ? only : Buffer.concat(pieces, size));
    });
    message.once('close', onBroken);
    message.once('error', onBroken);
  });
}
