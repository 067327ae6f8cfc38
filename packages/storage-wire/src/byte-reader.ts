import { S3Error } from './s3-error.ts';

const LF = 10;

/** Reads lines and runs of bytes from a source of buffers without copying the runs. */
export class ByteReader {
  readonly #iterator: AsyncIterator<Uint8Array>;
  #buffer: Uint8Array = new Uint8Array(0);
  #at = 0;
  #ended = false;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#iterator = source[Symbol.asyncIterator]();
  }

  /** Returns at most `limit` bytes of those buffered; undefined if there are none. */
  take(limit: number): Uint8Array | undefined {
    if (this.#at >= this.#buffer.length) {
      return undefined;
    }
    const end = Math.min(this.#at + limit, this.#buffer.length);
    const piece = this.#buffer.subarray(this.#at, end);
    this.#at = end;
    return piece;
  }

  /** Returns at most `limit` bytes; waits for them. */
  async next(limit: number): Promise<Uint8Array> {
    const piece = (await this.#fill()) ? this.take(limit) : undefined;
    if (piece === undefined) {
      throw new S3Error('IncompleteBody');
    }
    return piece;
  }

  /** Returns the next line without its terminator (LF or CRLF); `limit` includes the terminator. */
  async line(limit: number): Promise<string> {
    const line = await this.lineOrEnd(limit);
    if (line === undefined) {
      throw new S3Error('IncompleteBody');
    }
    return line;
  }

  /** Like `line`; undefined at the end of the source. */
  async lineOrEnd(limit: number): Promise<string | undefined> {
    let text = '';
    while (this.#at < this.#buffer.length || (await this.#fill())) {
      const end = this.#buffer.indexOf(LF, this.#at);
      const stop = end < 0 ? this.#buffer.length : end + 1;
      if (text.length + stop - this.#at > limit) {
        throw new S3Error('InvalidRequest', 'A line of the chunked body is malformed.');
      }
      text += latin1(this.#buffer.subarray(this.#at, stop));
      this.#at = stop;
      if (end >= 0) {
        return text.endsWith('\r\n') ? text.slice(0, -2) : text.slice(0, -1);
      }
    }
    if (text !== '') {
      throw new S3Error('IncompleteBody');
    }
    return undefined;
  }

  /** Returns the remainder, of at most `limit` bytes. */
  async rest(limit: number): Promise<string> {
    let text = '';
    while (text.length < limit && (this.#at < this.#buffer.length || (await this.#fill()))) {
      text += latin1(this.take(limit - text.length) ?? this.#buffer.subarray(0, 0));
    }
    return text;
  }

  async close(): Promise<void> {
    if (!this.#ended) {
      this.#ended = true;
      await this.#iterator.return?.();
    }
  }

  async #fill(): Promise<boolean> {
    while (!this.#ended) {
      const result = await this.#iterator.next();
      if (result.done === true) {
        this.#ended = true;
      } else if (result.value.length > 0) {
        this.#buffer = result.value;
        this.#at = 0;
        return true;
      }
    }
    return false;
  }
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
