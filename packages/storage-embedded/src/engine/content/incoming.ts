import { hash } from 'node:crypto';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { DriveSet } from '../drives/drive-set.ts';
import type { BlobRef } from '../log/entries.ts';
import type { IncomingBody, StoredChecksum } from '../types.ts';
import type { BlobLabel } from './blob-format.ts';
import { BlobWriter } from './blob-writer.ts';

/** Contents up to this many bytes are kept in the log beside their record. */
export const INLINE_LIMIT = 128 * 1024;

/** A content that has arrived and passed the caller's checks. */
export interface Received {
  readonly size: number;
  /** Hex. */
  readonly md5: string;
  readonly checksum: StoredChecksum | undefined;
  readonly data?: Buffer;
  readonly blob?: BlobRef;
}

/** Takes a body in: small ones into memory, others to their drives. */
export async function receive(
  drives: DriveSet,
  body: IncomingBody,
  options: { label: Omit<BlobLabel, 'id'>; inlineLimit: number },
): Promise<Received> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let writer: BlobWriter | undefined;
  try {
    for await (const chunk of body.source) {
      size += chunk.length;
      if (writer) {
        await writer.write(chunk);
        continue;
      }
      chunks.push(chunk);
      if (size > options.inlineLimit) {
        writer = await BlobWriter.open(drives, options.label);
        for (const one of chunks.splice(0)) {
          await writer.write(one);
        }
      }
    }
    if (body.size !== undefined && body.size !== size) {
      throw new S3Error('IncompleteBody');
    }
    if (options.inlineLimit < 0) {
      writer ??= await BlobWriter.open(drives, options.label);
    }
    return writer ? await finishBlob(writer, body) : finishInline(chunks, body);
  } catch (error) {
    await writer?.abandon();
    throw error;
  }
}

function finishInline(chunks: readonly Uint8Array[], body: IncomingBody): Received {
  const first = chunks[0];
  const data =
    first && chunks.length === 1
      ? Buffer.from(first.buffer, first.byteOffset, first.length)
      : Buffer.concat(chunks);
  const md5 = hash('md5', data, 'buffer');
  const checksum = body.finish?.({ md5, size: data.length });
  return { size: data.length, md5: md5.toString('hex'), checksum, data };
}

async function finishBlob(writer: BlobWriter, body: IncomingBody): Promise<Received> {
  const { md5, size } = writer.digest();
  const checksum = body.finish?.({ md5, size });
  const blob = await writer.finish();
  return { size, md5: md5.toString('hex'), checksum, blob };
}
