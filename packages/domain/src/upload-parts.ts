const MIB = 1024 * 1024;

/** Files up to this many bytes are stored in one call; larger ones in parts. */
export const LARGEST_WHOLE_UPLOAD = 16 * MIB;
/** S3's limits: parts of an object, bytes of an object. */
export const MAX_PARTS = 10_000;
export const MAX_OBJECT_SIZE = 5 * 1024 * 1024 * MIB;
/** Lost with a connection, so it is small; what a part costs besides its bytes is smaller still. */
const USUAL_PART_SIZE = 16 * MIB;

/** Bytes of each part of a file but the last: 16 MiB, or as many MiB as 10,000 parts need. */
export function partSizeFor(size: number): number {
  return Math.max(USUAL_PART_SIZE, Math.ceil(size / MAX_PARTS / MIB) * MIB);
}

/** A part of a file: its number, from 1, and its bytes from `start` up to `end`. */
export interface FilePart {
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

/** The parts of a file of this many bytes, in order. */
export function partsOf(size: number, partSize: number): readonly FilePart[] {
  return Array.from({ length: Math.ceil(size / partSize) }, (_, index) => ({
    number: index + 1,
    start: index * partSize,
    end: Math.min(size, (index + 1) * partSize),
  }));
}
