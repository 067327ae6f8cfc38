import type { IncomingHttpHeaders } from 'node:http';
import { createChecksum } from '@stowage/storage-wire/checksum';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { IncomingBody, StoredChecksum } from '../../engine/types.ts';
import { readSentChecksum } from '../checksum-headers.ts';
import type { FormParts } from './form-parts.ts';

/** Files up to this size are read in one piece. */
const WHOLE_BYTES = 1024 * 1024;
const MD5_BYTES = 16;

/** Size limits of a file in bytes. */
export interface FileLength {
  readonly min: number;
  readonly max: number;
}

/**
 * Returns the file of a form as a body for the engine. Small files are read here, so that their
 * size is known; that of others is known only at the end.
 *
 * @param headers those derived from the form, including digests of the file
 * @throws S3Error EntityTooSmall, EntityTooLarge, BadDigest, InvalidDigest,
 *    XAmzContentChecksumMismatch and those of FormParts, here or when the engine reads
 */
export async function fileBody(
  parts: FormParts,
  length: FileLength,
  headers: IncomingHttpHeaders,
): Promise<IncomingBody> {
  const finish = checks(length, headers);
  const content = parts.content();
  const head: Uint8Array[] = [];
  let size = 0;
  while (size <= WHOLE_BYTES) {
    const { done, value } = await content.next();
    if (done || value === undefined) {
      const bytes = Buffer.concat(head);
      checkMost(size, length);
      return { source: finish.through(onePiece(bytes)), size, finish: finish.end };
    }
    // The piece is a view of a buffer that is reused by the reader.
    head.push(Buffer.from(value));
    size += value.length;
  }
  async function* all(): AsyncGenerator<Uint8Array, void, undefined> {
    yield* head.splice(0);
    yield* content;
  }
  return { source: bounded(finish.through(all()), length), finish: finish.end };
}

interface Checks {
  through(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined>;
  end(digest: { md5: Uint8Array; size: number }): StoredChecksum | undefined;
}

function checks(length: FileLength, headers: IncomingHttpHeaders): Checks {
  const sent = readSentChecksum(headers);
  const checksum = sent === undefined ? undefined : createChecksum(sent.algorithm);
  const md5 = contentMd5(headers);
  return {
    async *through(source) {
      for await (const piece of source) {
        checksum?.update(piece);
        yield piece;
      }
    },
    end(digest) {
      if (digest.size < length.min) {
        throw new S3Error('EntityTooSmall');
      }
      if (md5 !== undefined && !md5.equals(digest.md5)) {
        throw new S3Error('BadDigest');
      }
      if (sent === undefined || checksum === undefined) {
        return undefined;
      }
      const value = checksum.digest();
      if (sent.value !== undefined && sent.value !== value) {
        throw new S3Error('XAmzContentChecksumMismatch');
      }
      return { algorithm: sent.algorithm, value, type: 'FULL_OBJECT' };
    },
  };
}

function contentMd5(headers: IncomingHttpHeaders): Buffer | undefined {
  const text = headers['content-md5'];
  if (text === undefined) {
    return undefined;
  }
  const digest = Buffer.from(String(text), 'base64');
  if (digest.length !== MD5_BYTES) {
    throw new S3Error('InvalidDigest');
  }
  return digest;
}

async function* bounded(
  source: AsyncIterable<Uint8Array>,
  length: FileLength,
): AsyncGenerator<Uint8Array, void, undefined> {
  let size = 0;
  for await (const piece of source) {
    size += piece.length;
    checkMost(size, length);
    yield piece;
  }
}

function checkMost(size: number, { max }: FileLength): void {
  if (size > max) {
    throw new S3Error('EntityTooLarge');
  }
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  if (bytes.length > 0) {
    yield bytes;
  }
}
