import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { S3Error } from '@stowage/storage-wire/s3-error';

const compressBytes = promisify(zstdCompress);
const decompressBytes = promisify(zstdDecompress);

/** Fast: whoever writes waits for it. */
const LEVEL = 1;
/** Half of the threads that also read and write files. */
const AT_ONCE = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs the work when there is a thread for it, in the order of the calls. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE) {
    // The place is handed on: nobody comes in between.
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

/** Compresses a block off the main thread; gives the block itself when it does not become smaller. */
export async function compressBlock(block: Uint8Array): Promise<Uint8Array> {
  const params = {
    [constants.ZSTD_c_compressionLevel]: LEVEL,
    // What comes back from a tier has no other.
    [constants.ZSTD_c_checksumFlag]: 1,
  };
  const packed = await inTurn(() =>
    compressBytes(block, { params, chunkSize: chunkOf(block.length) }),
  );
  return packed.length < block.length ? packed : block;
}

/**
 * The block of so many bytes that was stored as these.
 *
 * @throws S3Error InternalError when they are not what was written
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

/** The library takes none that is smaller. */
function chunkOf(size: number): number {
  return Math.max(64, size);
}

/** Of a content that is not what was written. */
export function damaged(): S3Error {
  return new S3Error('InternalError', 'The compressed content is not what was written.');
}
