const MIB = 1024 * 1024;

/** Files up to this many bytes are uploaded in one call; larger ones in parts. */
export const LARGEST_WHOLE_UPLOAD = 16 * MIB;
/** S3's limits: parts per object, bytes per object. */
export const MAX_PARTS = 10_000;
export const MAX_OBJECT_SIZE = 5 * 1024 * 1024 * MIB;
/** A part is lost with its connection, so it is small; the overhead per part is smaller still. */
const USUAL_PART_SIZE = 16 * MIB;

/**
 * Returns the size of each part of a file but the last: 16 MiB, or as many MiB as needed to stay
 * within 10,000 parts.
 */
export function partSizeFor(size: number): number {
  return Math.max(USUAL_PART_SIZE, Math.ceil(size / MAX_PARTS / MIB) * MIB);
}

/** A part of a file: its number, starting at 1, and its bytes from `start` to `end` (exclusive). */
export interface FilePart {
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

/** Returns the parts of a file of this size, in order. */
export function partsOf(size: number, partSize: number): readonly FilePart[] {
  return Array.from({ length: Math.ceil(size / partSize) }, (_, index) => ({
    number: index + 1,
    start: index * partSize,
    end: Math.min(size, (index + 1) * partSize),
  }));
}
