import { createHash } from 'node:crypto';
import { ByteReader } from './byte-reader.ts';
import { ChunkVerifier, chunkSignature } from './chunk-signature.ts';
import { S3Error } from './s3-error.ts';
import type { ChunkSigning } from './sigv4.ts';

/** Values of x-amz-content-sha256 that announce an aws-chunked body. */
export const STREAMING_PAYLOADS = {
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD': { signed: true, trailer: false },
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER': { signed: true, trailer: true },
  'STREAMING-UNSIGNED-PAYLOAD-TRAILER': { signed: false, trailer: true },
} as const satisfies Record<string, { signed: boolean; trailer: boolean }>;

/** Options for decoding an aws-chunked body. */
export interface DecodeChunked {
  /** Set if chunks are signed; from `checkSignature`. */
  readonly signed?: ChunkSigning | undefined;
  /** Whether trailers follow the last chunk. */
  readonly trailer: boolean;
  /** The trailers announced in x-amz-trailer, in any case: exactly these must follow. */
  readonly trailerNames?: readonly string[] | undefined;
  /** x-amz-decoded-content-length, in bytes. */
  readonly decodedLength: number;
  /** Maximum chunk size in bytes. */
  readonly maxChunk: number;
}

/** The bytes of an aws-chunked body; `trailers` (lower-case names) is filled at its end. */
export interface ChunkedBody extends AsyncIterable<Uint8Array> {
  readonly trailers: ReadonlyMap<string, string>;
}

const MAX_CHUNK_LINE = 1024;
const MAX_TRAILER_BYTES = 16 * 1024;
const CHUNK_LINE = /^([0-9a-fA-F]{1,12})(?:;chunk-signature=([0-9a-f]{64}))?$/;
const TRAILER_SIGNATURE = 'x-amz-trailer-signature';

/**
 * Decodes an aws-chunked body as a stream. The yielded pieces are views of the source's buffers. A
 * chunk's bytes are yielded before its signature is verified, so nothing may be committed before
 * the end. The source is closed on the first error and when the reader stops early; pass
 * `request.iterator({ destroyOnReturn: false })` if a response is still to be sent.
 *
 * @throws S3Error while it is read: IncompleteBody (ends early, lengths differ),
 *    SignatureDoesNotMatch, InvalidRequest (malformed chunk line, chunk too large),
 *    MalformedTrailerError
 */
export function decodeChunked(
  source: AsyncIterable<Uint8Array>,
  options: DecodeChunked,
): ChunkedBody {
  const trailers = new Map<string, string>();
  return {
    trailers,
    [Symbol.asyncIterator]: () => decode(new ByteReader(source), options, trailers),
  };
}

async function* decode(
  reader: ByteReader,
  options: DecodeChunked,
  trailers: Map<string, string>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const verifier = options.signed === undefined ? undefined : new ChunkVerifier(options.signed);
  let remaining = options.decodedLength;
  try {
    for (;;) {
      const chunk = parseChunkLine(await reader.line(MAX_CHUNK_LINE), verifier !== undefined);
      if (chunk.size > options.maxChunk) {
        throw new S3Error('InvalidRequest', `A chunk is larger than ${options.maxChunk} bytes.`);
      }
      remaining -= chunk.size;
      if (remaining < 0) {
        throw new S3Error(
          'IncompleteBody',
          'The body is longer than x-amz-decoded-content-length.',
        );
      }
      if (chunk.size === 0) {
        verifier?.check(chunk.signature);
        break;
      }
      for (let left = chunk.size; left > 0; ) {
        const piece = reader.take(left) ?? (await reader.next(left));
        verifier?.update(piece);
        left -= piece.length;
        yield piece;
      }
      await expectLineEnd(reader);
      verifier?.check(chunk.signature);
    }
    if (remaining > 0) {
      throw new S3Error('IncompleteBody', 'The body is shorter than x-amz-decoded-content-length.');
    }
    await (options.trailer
      ? readTrailers(reader, options, verifier, trailers)
      : expectEnd(reader, 'InvalidRequest'));
  } finally {
    await reader.close();
  }
}

function parseChunkLine(line: string, signed: boolean): { size: number; signature: string } {
  const match = CHUNK_LINE.exec(line);
  if (match === null || (match[2] !== undefined) !== signed) {
    throw new S3Error('InvalidRequest', 'A chunk of the body has a malformed header.');
  }
  return { size: Number.parseInt(match[1] ?? '', 16), signature: match[2] ?? '' };
}

async function expectLineEnd(reader: ByteReader): Promise<void> {
  if ((await reader.line(2)) !== '') {
    throw new S3Error('InvalidRequest', 'A chunk of the body is longer than its header says.');
  }
}

/** Only the terminating line end may follow the body. */
async function expectEnd(
  reader: ByteReader,
  code: 'InvalidRequest' | 'MalformedTrailerError',
): Promise<void> {
  if (!LINE_END_OR_NONE.includes(await reader.rest(3))) {
    throw new S3Error(code, 'Bytes follow the end of the chunked body.');
  }
}

const LINE_END_OR_NONE = ['', '\n', '\r\n'];

async function readTrailers(
  reader: ByteReader,
  options: DecodeChunked,
  verifier: ChunkVerifier | undefined,
  trailers: Map<string, string>,
): Promise<void> {
  const found = new Map<string, string>();
  let signature: string | undefined;
  let signedText = '';
  let budget = MAX_TRAILER_BYTES;
  while (signature === undefined) {
    const line = await reader.lineOrEnd(budget);
    if (line === undefined || (line === '' && verifier === undefined)) {
      break;
    }
    budget -= line.length + 2;
    if (line === '') {
      continue;
    }
    const [name, value] = parseTrailer(line);
    if (verifier !== undefined && name === TRAILER_SIGNATURE) {
      signature = value;
    } else {
      if (found.has(name)) {
        throw new S3Error('MalformedTrailerError');
      }
      found.set(name, value);
      signedText += `${name}:${value}\n`;
    }
  }
  verifier?.checkTrailer(signedText, signature ?? '');
  await expectEnd(reader, 'MalformedTrailerError');
  checkTrailerNames(found, options.trailerNames);
  for (const [name, value] of found) {
    trailers.set(name, value);
  }
}

function parseTrailer(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  if (colon <= 0) {
    throw new S3Error('MalformedTrailerError');
  }
  return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
}

function checkTrailerNames(
  found: ReadonlyMap<string, string>,
  announced: readonly string[] | undefined,
): void {
  if (announced === undefined) {
    return;
  }
  const names = new Set(announced.map((name) => name.trim().toLowerCase()));
  if (names.size !== found.size || [...names].some((name) => !found.has(name))) {
    throw new S3Error('MalformedTrailerError', 'The trailers differ from those in x-amz-trailer.');
  }
}

const DEFAULT_CHUNK = 64 * 1024;

/**
 * Encodes a body of unknown hash as a sequence of signed chunks.
 *
 * @param signing from `signForChunks` of a request with STREAMING-AWS4-HMAC-SHA256-PAYLOAD
 * @param chunkSize bytes of a chunk, at least 8 KiB for AWS; also the amount of memory used
 */
export async function* encodeChunked(
  source: AsyncIterable<Uint8Array>,
  signing: ChunkSigning,
  chunkSize: number = DEFAULT_CHUNK,
): AsyncGenerator<Uint8Array, void, undefined> {
  let previous = signing.seedSignature;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  function* flush(): Generator<Uint8Array> {
    const digest = createHash('sha256');
    for (const piece of held) {
      digest.update(piece);
    }
    previous = chunkSignature(signing, previous, digest.digest('hex'));
    yield Buffer.from(`${heldBytes.toString(16)};chunk-signature=${previous}\r\n`);
    yield* held;
    yield Buffer.from('\r\n');
    held = [];
    heldBytes = 0;
  }
  for await (const buffer of source) {
    for (let at = 0; at < buffer.length; ) {
      const piece = buffer.subarray(at, at + chunkSize - heldBytes);
      held.push(piece);
      heldBytes += piece.length;
      at += piece.length;
      if (heldBytes === chunkSize) {
        yield* flush();
      }
    }
  }
  if (heldBytes > 0) {
    yield* flush();
  }
  yield* flush();
}

/** Returns the size in bytes of a body encoded by {@link encodeChunked}. */
export function encodedLength(decodedLength: number, chunkSize: number = DEFAULT_CHUNK): number {
  const overhead = (size: number) => size.toString(16).length + ';chunk-signature='.length + 64 + 4;
  const rest = decodedLength % chunkSize;
  const whole = (decodedLength - rest) / chunkSize;
  return (
    decodedLength + whole * overhead(chunkSize) + (rest > 0 ? overhead(rest) : 0) + overhead(0)
  );
}
