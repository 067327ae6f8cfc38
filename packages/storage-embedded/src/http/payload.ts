import { createHash, hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createChecksum } from '@stowage/storage-wire/checksum';
import { type ChunkedBody, decodeChunked, STREAMING_PAYLOADS } from '@stowage/storage-wire/chunked';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { UNSIGNED_PAYLOAD } from '@stowage/storage-wire/sigv4';
import type { PayloadSignature } from '../auth/authenticator.ts';
import type { IncomingBody, StoredChecksum } from '../engine/types.ts';
import { checksumHeader, readSentChecksum, type SentChecksum } from '../s3/checksum-headers.ts';
import type { RequestBody } from './request-body.ts';

/** Bodies up to this size are read in one piece. */
const WHOLE_BYTES = 1024 * 1024;
const MAX_CHUNK_BYTES = 16 * 1024 * 1024;
const EMPTY_TRAILERS: ReadonlyMap<string, string> = new Map();

/** The body of a request, decoded and verified against everything the request states about it. */
export class Payload {
  readonly #body: RequestBody;
  readonly #headers: IncomingHttpHeaders;
  readonly #signature: PayloadSignature | undefined;
  readonly #check: () => void;

  /**
   * @param signature absent for anonymous users
   * @param check called when a message is complete, which its sender can delay indefinitely; throws
   *    if the request is no longer valid
   */
  constructor(
    body: RequestBody,
    headers: IncomingHttpHeaders,
    signature: PayloadSignature | undefined,
    check: () => void = () => undefined,
  ) {
    this.#body = body;
    this.#headers = headers;
    this.#signature = signature;
    this.#check = check;
  }

  /**
   * Length of the content in bytes.
   *
   * @throws S3Error MissingContentLength
   */
  get size(): number {
    const size = this.#streaming() === undefined ? this.#body.length : this.#decodedLength();
    if (size === undefined) {
      throw new S3Error('MissingContentLength');
    }
    return size;
  }

  /** Whether the request has a digest of its body. */
  get hasDigest(): boolean {
    return (
      this.#headers['content-md5'] !== undefined ||
      readSentChecksum(this.#headers)?.value !== undefined ||
      readSentChecksum(this.#headers)?.inTrailer === true
    );
  }

  /** Returns the raw body, unchecked. */
  stream(): AsyncIterable<Uint8Array> {
    return this.#body.stream();
  }

  /**
   * Reads and verifies a message of limited size.
   *
   * @param limit in bytes
   * @throws S3Error EntityTooLarge, IncompleteBody, XAmzContentSHA256Mismatch, InvalidDigest,
   *    BadDigest, XAmzContentChecksumMismatch
   */
  async read(limit: number): Promise<Uint8Array> {
    const sent = readSentChecksum(this.#headers);
    const { bytes, trailers } = await this.#whole(limit);
    const md5 = this.#contentMd5();
    checkMd5(md5, () => createHash('md5').update(bytes).digest());
    checksumOf(bytes, sent, trailers);
    this.#check();
    return bytes;
  }

  /**
   * Reads a message whose x-amz-checksum headers refer to something else.
   *
   * @param limit in bytes
   * @throws S3Error EntityTooLarge, IncompleteBody, XAmzContentSHA256Mismatch
   */
  async readMessage(limit: number): Promise<Uint8Array> {
    const { bytes } = await this.#whole(limit);
    this.#check();
    return bytes;
  }

  /**
   * Returns the content as a body for the engine, which commits only after everything was verified.
   *
   * @param wish the checksum to store if the client sends none
   * @throws S3Error what `read` throws, here or when the engine reads
   */
  async incoming(wish?: SentChecksum['algorithm']): Promise<IncomingBody> {
    const sent =
      readSentChecksum(this.#headers) ??
      (wish === undefined ? undefined : { algorithm: wish, inTrailer: false });
    const { size } = this;
    const md5 = this.#contentMd5();
    if (size <= WHOLE_BYTES) {
      const { bytes, trailers } = await this.#whole(WHOLE_BYTES * 2);
      const checksum = checksumOf(bytes, sent, trailers);
      return {
        source: onePiece(bytes),
        size: bytes.length,
        finish: (digest) => {
          checkMd5(md5, () => digest.md5);
          return checksum;
        },
      };
    }
    return this.#streamed(size, sent, md5);
  }

  #streamed(
    size: number,
    sent: SentChecksum | undefined,
    md5: Uint8Array | undefined,
  ): IncomingBody {
    const decoded = this.#decoded(this.#body.stream());
    const expected = this.#signedHash();
    const sha256 = expected === undefined ? undefined : createHash('sha256');
    const checksum = sent === undefined ? undefined : createChecksum(sent.algorithm);
    async function* checked(): AsyncGenerator<Uint8Array, void, undefined> {
      for await (const piece of decoded) {
        sha256?.update(piece);
        checksum?.update(piece);
        yield piece;
      }
    }
    return {
      source: checked(),
      size,
      finish: (digest) => {
        if (digest.size !== size) {
          throw new S3Error('IncompleteBody');
        }
        if (sha256 !== undefined && sha256.digest('hex') !== expected) {
          throw new S3Error('XAmzContentSHA256Mismatch');
        }
        checkMd5(md5, () => digest.md5);
        return sent === undefined || checksum === undefined
          ? undefined
          : matchingChecksum(sent, checksum.digest(), trailersOf(decoded));
      },
    };
  }

  async #whole(
    limit: number,
  ): Promise<{ bytes: Uint8Array; trailers: ReadonlyMap<string, string> }> {
    const raw = await this.#body.read(limit);
    if (this.#streaming() === undefined) {
      const expected = this.#signedHash();
      if (expected !== undefined && hash('sha256', raw, 'hex') !== expected) {
        throw new S3Error('XAmzContentSHA256Mismatch');
      }
      return { bytes: raw, trailers: EMPTY_TRAILERS };
    }
    const decoded = this.#decoded(onePiece(raw));
    const pieces: Uint8Array[] = [];
    for await (const piece of decoded) {
      pieces.push(piece);
    }
    const [only] = pieces;
    const bytes = only !== undefined && pieces.length === 1 ? only : Buffer.concat(pieces);
    return { bytes, trailers: trailersOf(decoded) };
  }

  /** Decodes the body if it is aws-chunked. */
  #decoded(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> | ChunkedBody {
    const streaming = this.#streaming();
    if (streaming === undefined) {
      return source;
    }
    const trailer = this.#headers['x-amz-trailer'];
    return decodeChunked(source, {
      signed: streaming.signed ? this.#signature?.chunks : undefined,
      trailer: streaming.trailer,
      trailerNames: typeof trailer === 'string' ? trailer.split(',') : undefined,
      decodedLength: this.#decodedLength(),
      maxChunk: MAX_CHUNK_BYTES,
    });
  }

  #streaming(): { readonly signed: boolean; readonly trailer: boolean } | undefined {
    const value = this.#signature?.hash ?? this.#headers['x-amz-content-sha256'];
    if (typeof value !== 'string' || !value.startsWith('STREAMING-')) {
      return undefined;
    }
    const mode = Object.hasOwn(STREAMING_PAYLOADS, value)
      ? STREAMING_PAYLOADS[value as keyof typeof STREAMING_PAYLOADS]
      : undefined;
    if (mode === undefined || (mode.signed && this.#signature === undefined)) {
      throw new S3Error('UnsupportedSignature');
    }
    return mode;
  }

  #decodedLength(): number {
    const text = this.#headers['x-amz-decoded-content-length'];
    if (typeof text !== 'string' || !/^[0-9]{1,15}$/.test(text)) {
      throw new S3Error('MissingContentLength');
    }
    return Number(text);
  }

  /** Returns the SHA-256 in hex that is covered by the signature. */
  #signedHash(): string | undefined {
    const signed = this.#signature?.hash;
    return signed === undefined || signed === UNSIGNED_PAYLOAD || signed.startsWith('STREAMING-')
      ? undefined
      : signed.toLowerCase();
  }

  #contentMd5(): Uint8Array | undefined {
    const text = this.#headers['content-md5'];
    if (text === undefined) {
      return undefined;
    }
    const digest = Buffer.from(String(text), 'base64');
    if (digest.length !== 16 || digest.toString('base64') !== text) {
      throw new S3Error('InvalidDigest');
    }
    return digest;
  }
}

function checkMd5(expected: Uint8Array | undefined, computed: () => Uint8Array): void {
  if (expected !== undefined && Buffer.compare(expected, computed()) !== 0) {
    throw new S3Error('BadDigest');
  }
}

function checksumOf(
  bytes: Uint8Array,
  sent: SentChecksum | undefined,
  trailers: ReadonlyMap<string, string>,
): StoredChecksum | undefined {
  if (sent === undefined) {
    return undefined;
  }
  const checksum = createChecksum(sent.algorithm);
  checksum.update(bytes);
  return matchingChecksum(sent, checksum.digest(), trailers);
}

function matchingChecksum(
  sent: SentChecksum,
  value: string,
  trailers: ReadonlyMap<string, string>,
): StoredChecksum {
  const expected = sent.inTrailer ? trailers.get(checksumHeader(sent.algorithm)) : sent.value;
  if (
    (expected === undefined && sent.inTrailer) ||
    (expected !== undefined && expected !== value)
  ) {
    throw new S3Error('XAmzContentChecksumMismatch');
  }
  return { algorithm: sent.algorithm, value, type: 'FULL_OBJECT' };
}

function trailersOf(body: AsyncIterable<Uint8Array> | ChunkedBody): ReadonlyMap<string, string> {
  return 'trailers' in body ? body.trailers : EMPTY_TRAILERS;
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  if (bytes.length > 0) {
    yield bytes;
  }
}
