import { pipeline, Readable } from 'node:stream';
import type { CompletedPart } from '@stowage/storage-client/s3';
import { ConsoleError } from '../../console-error.ts';
import { type ByteSource, byteSource } from './byte-source.ts';
import { exactLength } from './exact-length.ts';
import type { ObjectWriter } from './ports.ts';

const MIB = 1024 * 1024;
/** Limits of S3. */
const MAX_PUT = 5 * 1024 * MIB;
const MAX_PARTS = 10_000;
const MAX_OBJECT = 5 * 1024 * 1024 * MIB;
/** Parts of an object of known size are streamed and can be large. */
const MIN_STREAMED_PART = 64 * MIB;
/** A part of unknown length is buffered until its length is known. */
const HELD_PART = 16 * MIB;

/** A file that is uploaded to an object. */
export interface NewObject {
  readonly bucket: string;
  readonly key: string;
  readonly contentType: string;
  /** Size in bytes; undefined if the form does not state it. */
  readonly size: number | undefined;
  readonly content: AsyncIterable<Uint8Array>;
  readonly signal: AbortSignal;
  /** Called if the remains of a failed upload could not be removed. */
  readonly onLeftover: (error: unknown) => void;
}

/**
 * Stores a file as an object: in one call if its size is known and small enough, otherwise in
 * parts. A failed upload leaves nothing behind.
 * @throws ConsoleError UploadIncomplete, PayloadTooLarge; the storage's errors
 */
export async function storeObject(s3: ObjectWriter, object: NewObject): Promise<void> {
  const { size, content } = object;
  if (size === undefined) return storeUnknownSize(s3, object);
  if (size > MAX_OBJECT) throw tooLarge();
  // An error of either stream ends the other, and the storage call fails with it.
  const exact = pipeline(content, exactLength(size), () => {});
  try {
    if (size <= MAX_PUT) await s3.putObject({ ...destination(object), size, body: exact });
    else await storeInParts(s3, object, streamedParts(byteSource(exact), size));
  } finally {
    // The storage may have failed without reading; nobody will consume the rest.
    exact.destroy();
  }
}

function destination({ bucket, key, contentType, signal }: NewObject) {
  return { bucket, key, contentType, signal };
}

function tooLarge(): ConsoleError {
  return new ConsoleError('PayloadTooLarge', {
    detail: 'A file of this size cannot be stored in one object.',
  });
}

interface Part {
  readonly size: number;
  readonly body: Readable;
}

function* streamedParts(source: ByteSource, size: number): Generator<Part, void> {
  const partSize = Math.max(MIN_STREAMED_PART, Math.ceil(size / MAX_PARTS));
  for (let left = size; left > 0; left -= partSize) {
    const part = Math.min(left, partSize);
    yield { size: part, body: Readable.from(source.take(part)) };
  }
}

async function storeUnknownSize(s3: ObjectWriter, object: NewObject): Promise<void> {
  const source = byteSource(object.content);
  const first = await hold(source);
  if (await source.isAtEnd()) {
    await s3.putObject({ ...destination(object), ...first });
    return;
  }
  await storeInParts(s3, object, heldParts(first, source));
}

async function* heldParts(first: Part, source: ByteSource): AsyncGenerator<Part, void> {
  yield first;
  while (!(await source.isAtEnd())) yield await hold(source);
}

async function hold(source: ByteSource): Promise<Part> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source.take(HELD_PART)) {
    chunks.push(chunk);
    size += chunk.length;
  }
  return { size, body: Readable.from(chunks) };
}

async function storeInParts(
  s3: ObjectWriter,
  object: NewObject,
  parts: AsyncIterable<Part> | Iterable<Part>,
): Promise<void> {
  const { bucket, key, signal, onLeftover } = object;
  const uploadId = await s3.createMultipartUpload(destination(object));
  const upload = { bucket, key, uploadId };
  try {
    const stored: CompletedPart[] = [];
    for await (const part of parts) {
      if (stored.length === MAX_PARTS) throw tooLarge();
      const partNumber = stored.length + 1;
      stored.push(await s3.uploadPart({ ...upload, ...part, partNumber, signal }));
    }
    await s3.completeMultipartUpload({ ...upload, parts: stored, signal });
  } catch (error) {
    await s3.abortMultipartUpload(upload).catch(onLeftover);
    throw error;
  }
}
