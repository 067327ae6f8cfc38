import { hash } from 'node:crypto';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { BlobRef } from '../log/entries.ts';
import { isUndecided } from '../log/undecided.ts';
import type { IncomingBody, StoredChecksum } from '../types.ts';
import type { BlobLabel } from './blob-format.ts';
import { type BlobPlace, BlobWriter } from './blob-writer.ts';

/** A received content that passed the caller's checks. */
export interface Received {
  readonly size: number;
  /** Hex digest; becomes the ETag. */
  readonly md5: string;
  readonly checksum?: StoredChecksum;
  readonly data?: Buffer;
  readonly blob?: BlobRef;
}

export interface ReceiveOptions {
  readonly label: Omit<BlobLabel, 'id'>;
  /** Contents up to this many bytes stay in memory; if negative, none do. */
  readonly inlineLimit: number;
}

/**
 * Receives a body, small ones into memory and others to their drives, and passes it to `commit`. If
 * that or the body fails, no file is left behind.
 */
export async function receive<T>(
  place: BlobPlace,
  body: IncomingBody,
  options: ReceiveOptions & { commit: (received: Received) => Promise<T> },
): Promise<T> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let writer: BlobWriter | undefined;
  try {
    for await (const chunk of body.source) {
      size += chunk.length;
      if (writer) {
        await writer.write(chunk);
      } else {
        chunks.push(chunk);
        writer = size > options.inlineLimit ? await spill(place, options, chunks) : undefined;
      }
    }
    if (body.size !== undefined && body.size !== size) {
      throw new S3Error('IncompleteBody');
    }
    if (!writer && options.inlineLimit < 0) {
      writer = await spill(place, options, chunks);
    }
    const { commit } = options;
    if (!writer) {
      return await commit(finishInline(chunks, body));
    }
    const written = writer;
    return await place.landings.run([written.id], async () =>
      commit(await finishBlob(written, body)),
    );
  } catch (error) {
    if (!isUndecided(error)) {
      await writer?.abandon();
    }
    throw error;
  }
}

async function spill(
  place: BlobPlace,
  options: ReceiveOptions,
  chunks: Uint8Array[],
): Promise<BlobWriter> {
  const writer = await BlobWriter.open(place, options.label);
  try {
    for (const chunk of chunks.splice(0)) {
      await writer.write(chunk);
    }
    return writer;
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}

/**
 * Returns the size and ETag the object will report, which differ if the body was not the plain
 * content.
 */
function shown(body: IncomingBody, md5: Buffer, size: number): { size: number; md5: string } {
  const content = body.content?.();
  const etag = content?.etag ?? md5.toString('hex');
  return { size: content?.size ?? size, md5: etag };
}

function finishInline(chunks: readonly Uint8Array[], body: IncomingBody): Received {
  const [first] = chunks;
  const data =
    first && chunks.length === 1
      ? Buffer.from(first.buffer, first.byteOffset, first.length)
      : Buffer.concat(chunks);
  const md5 = hash('md5', data, 'buffer');
  const checksum = body.finish?.({ md5, size: data.length });
  const content = { ...shown(body, md5, data.length), data };
  return checksum ? { ...content, checksum } : content;
}

async function finishBlob(writer: BlobWriter, body: IncomingBody): Promise<Received> {
  const { md5, size } = await writer.digest();
  const checksum = body.finish?.({ md5, size });
  const blob = await writer.finish();
  const content = {
    ...shown(body, md5, size),
    blob: body.content === undefined ? blob : { ...blob, length: size },
  };
  return checksum ? { ...content, checksum } : content;
}
