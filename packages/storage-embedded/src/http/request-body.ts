import type { IncomingMessage } from 'node:http';
import { S3Error } from '@stowage/storage-wire/s3-error';

const EMPTY = Buffer.alloc(0);

/**
 * The body of a request. Nothing is asked of the client (100-continue) before
 * somebody reads.
 */
export class RequestBody {
  readonly #message: IncomingMessage;
  readonly #invite: (() => void) | undefined;
  #begun = false;

  /** @param invite sends '100 Continue' where the client waits for it */
  constructor(message: IncomingMessage, invite: (() => void) | undefined) {
    this.#message = message;
    this.#invite = invite;
  }

  /** Content-Length in bytes; undefined for a body of unknown length. */
  get length(): number | undefined {
    const text = this.#message.headers['content-length'];
    if (text !== undefined) {
      return Number(text);
    }
    return this.#message.headers['transfer-encoding'] === undefined ? 0 : undefined;
  }

  /** The client holds the body back until it is invited. */
  get withheld(): boolean {
    return this.#invite !== undefined && !this.#begun;
  }

  /**
   * The whole body in one piece.
   *
   * @param limit in bytes
   * @throws S3Error EntityTooLarge, IncompleteBody
   */
  read(limit: number): Promise<Buffer> {
    const { length } = this;
    if (length === 0) {
      return Promise.resolve(EMPTY);
    }
    if (length !== undefined && length > limit) {
      return Promise.reject(new S3Error('EntityTooLarge'));
    }
    this.#begin();
    return collect(this.#message, limit);
  }

  /** The body piece by piece. An early end of the reader leaves the connection usable for an answer. */
  async *stream(): AsyncGenerator<Uint8Array, void, undefined> {
    this.#begin();
    try {
      yield* this.#message.iterator({ destroyOnReturn: false });
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

function collect(message: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let size = 0;
    let ended = false;
    const onData = (piece: Buffer) => {
      size += piece.length;
      if (size > limit) {
        message.off('data', onData).pause();
        reject(new S3Error('EntityTooLarge'));
      } else {
        pieces.push(piece);
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
