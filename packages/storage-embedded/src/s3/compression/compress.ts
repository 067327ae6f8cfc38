import { compressBlock } from './zstd.ts';

/**
 * The compressed form of a content: independently compressed blocks of 1 MiB (the last one may be
 * shorter), stored uncompressed where compression does not make them smaller; then the stored
 * length of each block in four bytes, little-endian. The number of blocks follows from the content
 * length.
 */
export const BLOCK_BYTES = 1024 * 1024;
export const LENGTH_BYTES = 4;

/** Compressed blocks of one content that may wait while the next is filled. */
const AHEAD = 1;

/** Returns the number of blocks in a content. */
export function blockCount(size: number, block: number): number {
  return Math.ceil(size / block);
}

/** Compresses a stream in order, a few blocks at a time. */
export async function* compressBlocks(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const lengths: number[] = [];
  const ahead: Promise<Uint8Array>[] = [];
  const take = async (packed: Promise<Uint8Array>): Promise<Uint8Array> => {
    const bytes = await packed;
    lengths.push(bytes.length);
    return bytes;
  };
  for await (const block of blocksOf(source)) {
    const packed = compressBlock(block);
    // An error surfaces where the promise is awaited.
    packed.catch(() => undefined);
    ahead.push(packed);
    const first = ahead.length > AHEAD ? ahead.shift() : undefined;
    if (first) {
      yield await take(first);
    }
  }
  for (const packed of ahead) {
    yield await take(packed);
  }
  if (lengths.length > 0) {
    yield listOf(lengths);
  }
}

function listOf(lengths: readonly number[]): Uint8Array {
  const list = Buffer.alloc(lengths.length * LENGTH_BYTES);
  for (const [i, length] of lengths.entries()) {
    list.writeUInt32LE(length, i * LENGTH_BYTES);
  }
  return list;
}

/** Splits a source into blocks; the last one holds the remainder. */
async function* blocksOf(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of source) {
    for (let at = 0; at < bytes.length; ) {
      const piece = bytes.subarray(at, at + BLOCK_BYTES - size);
      held.push(piece);
      size += piece.length;
      at += piece.length;
      if (size === BLOCK_BYTES) {
        yield Buffer.concat(held);
        held = [];
        size = 0;
      }
    }
  }
  if (size > 0) {
    yield Buffer.concat(held);
  }
}
