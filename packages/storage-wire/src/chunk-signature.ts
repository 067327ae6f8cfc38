import { createHash, type Hash, timingSafeEqual } from 'node:crypto';
import { S3Error } from './s3-error.ts';
import { type ChunkSigning, EMPTY_SHA256, formatScope, hmacHex } from './sigv4.ts';

/** Verifies the chain of chunk signatures. */
export class ChunkVerifier {
  readonly #signing: ChunkSigning;
  #previous: string;
  #hash: Hash | undefined;

  constructor(signing: ChunkSigning) {
    this.#signing = signing;
    this.#previous = signing.seedSignature;
  }

  update(piece: Uint8Array): void {
    this.#hash ??= createHash('sha256');
    this.#hash.update(piece);
  }

  check(signature: string): void {
    const digest = this.#hash?.digest('hex') ?? EMPTY_SHA256;
    this.#hash = undefined;
    const expected = chunkSignature(this.#signing, this.#previous, digest);
    this.#compare(expected, signature);
    this.#previous = expected;
  }

  checkTrailer(text: string, signature: string): void {
    const digest = createHash('sha256').update(text, 'latin1').digest('hex');
    this.#compare(trailerSignature(this.#signing, this.#previous, digest), signature);
  }

  #compare(expected: string, given: string): void {
    const bytes = Buffer.from(given, 'latin1');
    if (bytes.length !== expected.length || !timingSafeEqual(Buffer.from(expected), bytes)) {
      throw new S3Error('SignatureDoesNotMatch');
    }
  }
}

/** Returns the signature of one chunk; `digest` is the SHA-256 of its data in hex. */
export function chunkSignature(signing: ChunkSigning, previous: string, digest: string): string {
  return hmacHex(
    signing.signingKey,
    [
      'AWS4-HMAC-SHA256-PAYLOAD',
      signing.timestamp,
      formatScope(signing.scope),
      previous,
      EMPTY_SHA256,
      digest,
    ].join('\n'),
  );
}

function trailerSignature(signing: ChunkSigning, previous: string, digest: string): string {
  return hmacHex(
    signing.signingKey,
    [
      'AWS4-HMAC-SHA256-TRAILER',
      signing.timestamp,
      formatScope(signing.scope),
      previous,
      digest,
    ].join('\n'),
  );
}
