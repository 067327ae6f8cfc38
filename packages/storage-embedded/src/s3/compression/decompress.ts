import type { ByteRange } from '../../engine/types.ts';
import { blockCount, LENGTH_BYTES } from './compress.ts';
import { damaged, decompressBlock } from './zstd.ts';

/** An independently compressed piece of an object: a part, or the whole object. */
export interface CompressedPart {
  /** Length of its content in bytes. */
  readonly size: number;
  /** Length of its compressed form in bytes. */
  readonly length: number;
}

/** Reads bytes from the concatenated compressed forms of all parts. */
export type ReadStored = (range: ByteRange) => AsyncIterable<Uint8Array>;

/** A range of a part to be read. */
interface Piece {
  readonly part: CompressedPart;
  /** Offset of its compressed form. */
  readonly at: number;
  /** The content bytes from `from` to `to`, exclusive. */
  readonly from: number;
  readonly to: number;
}

/**
 * Yields the bytes of a content or of a range of it. For each part, reads its list of lengths and
 * then only the blocks of the range.
 *
 * @throws S3Error InternalError if the content is not what was written
 */
export async function* decompressRange(
  parts: readonly CompressedPart[],
  { block, range }: { readonly block: number; readonly range: ByteRange },
  read: ReadStored,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (const piece of piecesOf(parts, range)) {
    yield* decompressPiece(piece, block, read);
  }
}

function* piecesOf(
  parts: readonly CompressedPart[],
  range: ByteRange,
): Generator<Piece, void, undefined> {
  let start = 0;
  let at = 0;
  for (const part of parts) {
    const from = Math.max(range.start - start, 0);
    const to = Math.min(range.end + 1 - start, part.size);
    if (from < to) {
      yield { part, at, from, to };
    }
    start += part.size;
    at += part.length;
  }
}

async function* decompressPiece(
  { part, at, from, to }: Piece,
  block: number,
  read: ReadStored,
): AsyncGenerator<Uint8Array, void, undefined> {
  const lengths = await readLengths(part, { at, block }, read);
  const first = Math.floor(from / block);
  const last = Math.ceil(to / block) - 1;
  const wanted = lengths.slice(first, last + 1);
  const start = at + sum(lengths.slice(0, first));
  const stored = read({ start, end: start + sum(wanted) - 1 });
  let index = first;
  for await (const bytes of ahead(cut(stored, wanted), (packed, nth) =>
    decompressBlock(packed, Math.min(block, part.size - (first + nth) * block)),
  )) {
    const blockAt = index * block;
    yield bytes.subarray(Math.max(from - blockAt, 0), to - blockAt);
    index++;
  }
}

/** Returns the stored length of each block of a part. */
async function readLengths(
  { size, length }: CompressedPart,
  { at, block }: { readonly at: number; readonly block: number },
  read: ReadStored,
): Promise<readonly number[]> {
  const count = blockCount(size, block);
  const listAt = length - count * LENGTH_BYTES;
  if (listAt <= 0) {
    throw damaged();
  }
  const pieces: Uint8Array[] = [];
  for await (const bytes of read({ start: at + listAt, end: at + length - 1 })) {
    pieces.push(bytes);
  }
  const list = Buffer.concat(pieces);
  if (list.length !== count * LENGTH_BYTES) {
    throw damaged();
  }
  const lengths = Array.from({ length: count }, (_, i) => list.readUInt32LE(i * LENGTH_BYTES));
  if (sum(lengths) !== listAt || lengths.some((one) => one === 0 || one > block)) {
    throw damaged();
  }
  return lengths;
}

/** Splits a stream into pieces of these lengths. */
async function* cut(
  source: AsyncIterable<Uint8Array>,
  lengths: readonly number[],
): AsyncGenerator<Uint8Array, void, undefined> {
  let nth = 0;
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of source) {
    for (let at = 0; at < bytes.length; ) {
      const needed = lengths[nth];
      if (needed === undefined) {
        throw damaged();
      }
      const piece = bytes.subarray(at, at + needed - size);
      held.push(piece);
      size += piece.length;
      at += piece.length;
      if (size === needed) {
        yield Buffer.concat(held);
        nth++;
        held = [];
        size = 0;
      }
    }
  }
  if (nth < lengths.length) {
    throw damaged();
  }
}

/** Processes each piece while the previous one is being consumed. */
async function* ahead(
  source: AsyncIterable<Uint8Array>,
  work: (piece: Uint8Array, nth: number) => Promise<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let before: Promise<Uint8Array> | undefined;
  let nth = 0;
  for await (const piece of source) {
    const next = work(piece, nth++);
    // An error surfaces where the promise is awaited.
    next.catch(() => undefined);
    if (before) {
      yield await before;
    }
    before = next;
  }
  if (before) {
    yield await before;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
