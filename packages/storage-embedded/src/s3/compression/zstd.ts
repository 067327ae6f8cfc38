import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { S3Error } from '@stowage/storage-wire/s3-error';

const compressBytes = promisify(zstdCompress);
const decompressBytes = promisify(zstdDecompress);

/** A fast level, since the writer waits for it. */
const LEVEL = 1;
/** Half of the thread pool, which also handles file I/O. */
const AT_ONCE = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs the work once a thread is available, in call order. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE) {
    // The slot is handed over directly, so no other call can take it.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) {
      running--;
    } else {
      next();
    }
  }
}

/**
 * Compresses a block off the main thread; returns the block itself if it does not become smaller.
 */
export async function compressBlock(block: Uint8Array): Promise<Uint8Array> {
  const params = {
    [constants.ZSTD_c_compressionLevel]: LEVEL,
    // Content that comes back from a tier has no other checksum.
    [constants.ZSTD_c_checksumFlag]: 1,
  };
  const packed = await inTurn(() =>
    compressBytes(block, { params, chunkSize: chunkOf(block.length) }),
  );
  return packed.length < block.length ? packed : block;
}

/**
 * Decompresses a stored block to `size` bytes.
 *
 * @throws S3Error InternalError if the bytes are not what was written
 */
export async function decompressBlock(stored: Uint8Array, size: number): Promise<Uint8Array> {
  if (stored.length === size) {
    return stored;
  }
  const options = { chunkSize: chunkOf(size), maxOutputLength: size };
  const block = await inTurn(() => decompressBytes(stored, options).catch(() => undefined));
  if (block?.length !== size) {
    throw damaged();
  }
  return block;
}

/** The library requires at least 64. */
function chunkOf(size: number): number {
  return Math.max(64, size);
}

/** Returns the error for content that is not what was written. */
export function damaged(): S3Error {
  return new S3Error('InternalError', 'The compressed content is not what was written.');
}
