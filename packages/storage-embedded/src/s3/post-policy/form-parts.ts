import { S3Error } from '@stowage/storage-wire/s3-error';

/** One part of a multipart/form-data body. */
export interface FormPart {
  readonly name: string;
  /** As sent by the browser. */
  readonly filename: string | undefined;
}

const MAX_BOUNDARY = 70;
const MAX_PART_HEADERS = 8 * 1024;
const CRLF = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');
const HYPHEN = 45;

/** @throws S3Error MalformedPOSTRequest */
export function boundaryOf(contentType: string): string {
  const match = /;[ \t]*boundary=(?:"([^"]+)"|([^\s";,]+))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2] ?? '';
  if (boundary === '' || boundary.length > MAX_BOUNDARY) {
    throw malformed('it has no boundary.');
  }
  return boundary;
}

/**
 * Reads the parts of a multipart/form-data body sequentially (RFC 7578), holding no more than a
 * piece of the body in memory. The content of a part must be consumed before the next.
 */
export class FormParts {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #delimiter: Buffer;
  /** The first delimiter is not preceded by a line break. */
  #buffer: Buffer = CRLF;
  #ended = false;
  #inPart = true;

  constructor(source: AsyncIterable<Uint8Array>, boundary: string) {
    this.#source = source[Symbol.asyncIterator]();
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  }

  /**
   * Advances to the next part.
   *
   * @returns undefined at the end of the form
   * @throws S3Error MalformedPOSTRequest, IncompleteBody
   */
  async next(): Promise<FormPart | undefined> {
    for await (const _ of this.content()) {
      // Skips unread content, or anything before the first part.
    }
    await this.#atLeast(2);
    if (this.#buffer[0] === HYPHEN && this.#buffer[1] === HYPHEN) {
      return undefined;
    }
    const headers = await this.#headers();
    this.#inPart = true;
    return partOf(headers);
  }

  /** Yields the content of the part piece by piece. */
  async *content(): AsyncGenerator<Uint8Array, void, undefined> {
    while (this.#inPart) {
      const end = this.#buffer.indexOf(this.#delimiter);
      const length = end < 0 ? this.#buffer.length - this.#delimiter.length + 1 : end;
      if (length > 0) {
        yield this.#buffer.subarray(0, length);
        this.#buffer = this.#buffer.subarray(length);
      }
      if (end < 0) {
        await this.#more();
      } else {
        this.#buffer = this.#buffer.subarray(this.#delimiter.length);
        this.#inPart = false;
      }
    }
  }

  /**
   * Reads the content of the part as text.
   *
   * @throws S3Error MaxPostPreDataLengthExceededError above the limit in bytes
   */
  async text(limit: number): Promise<string> {
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of this.content()) {
      size += piece.length;
      if (size > limit) {
        throw new S3Error('MaxPostPreDataLengthExceededError');
      }
      pieces.push(piece);
    }
    return Buffer.concat(pieces).toString('utf8');
  }

  async #headers(): Promise<string> {
    for (;;) {
      const end = this.#buffer.indexOf(HEADERS_END);
      if (end >= 0) {
        // A boundary may be followed by blanks before its line break.
        const text = this.#buffer.subarray(0, end).toString('utf8');
        this.#buffer = this.#buffer.subarray(end + HEADERS_END.length);
        return text;
      }
      if (this.#buffer.length > MAX_PART_HEADERS) {
        throw malformed('the headers of a part are too long.');
      }
      await this.#more();
    }
  }

  async #atLeast(length: number): Promise<void> {
    while (this.#buffer.length < length) {
      await this.#more();
    }
  }

  async #more(): Promise<void> {
    const { done, value } = this.#ended
      ? { done: true, value: undefined }
      : await this.#source.next();
    if (done || value === undefined) {
      this.#ended = true;
      throw malformed('it ends within a part.');
    }
    this.#buffer =
      this.#buffer.length === 0 ? Buffer.from(value) : Buffer.concat([this.#buffer, value]);
  }
}

function partOf(headers: string): FormPart {
  const [first = '', ...lines] = headers.split('\r\n');
  if (first.trim() !== '') {
    throw malformed('a boundary is followed by something else.');
  }
  const disposition = lines.find((line) => /^content-disposition:/i.test(line)) ?? '';
  const name = /^content-disposition:[ \t]*form-data[ \t]*;/i.test(disposition)
    ? parameter(disposition, 'name')
    : undefined;
  if (name === undefined) {
    throw malformed('a part has no name.');
  }
  return { name, filename: parameter(disposition, 'filename') };
}

/** Browsers encode a quote inside quotes as %22, other clients escape it with a backslash. */
function parameter(disposition: string, name: string): string | undefined {
  const match = new RegExp(`;[ \\t]*${name}=(?:"((?:\\\\"|[^"])*)"|([^\\s;"]+))`, 'i').exec(
    disposition,
  );
  return match === null ? undefined : (match[1]?.replaceAll('\\"', '"') ?? match[2]);
}

function malformed(detail: string): S3Error {
  return new S3Error(
    'MalformedPOSTRequest',
    `The body of your POST request is not well-formed multipart/form-data: ${detail}`,
  );
}
