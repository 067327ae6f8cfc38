import type { ByteRange } from '../../engine/types.ts';
import {
  contentKey,
  encryptedSize,
  PACKAGE_BYTES,
  PACKAGE_OVERHEAD,
  type PackagePlace,
} from './package-cipher.ts';

/** An independently encrypted piece of an object. */
export interface ContentPart {
  /** 0 for an object that was written in one piece. */
  readonly number: number;
  /** Length of its content in bytes. */
  readonly size: number;
}

/** The packages that contain a range of a content. */
export interface PackageSpan {
  /** Their bounds within the stored bytes. */
  readonly stored: ByteRange;
  /** Bytes before the range in the first package. */
  readonly skip: number;
  /** Length of the range in bytes. */
  readonly length: number;
  readonly runs: readonly PackageRun[];
}

interface PackageRun {
  readonly part: ContentPart;
  readonly first: number;
  readonly last: number;
}

/** Returns the packages of a non-empty range that lies within the parts. */
export function spanOf(parts: readonly ContentPart[], range: ByteRange): PackageSpan {
  const runs: PackageRun[] = [];
  const stored = { start: 0, end: 0 };
  let skip = 0;
  let at = 0;
  let storedAt = 0;
  for (const part of parts) {
    const from = Math.max(range.start - at, 0);
    const to = Math.min(range.end - at, part.size - 1);
    if (from <= to) {
      const first = Math.floor(from / PACKAGE_BYTES);
      const last = Math.floor(to / PACKAGE_BYTES);
      if (runs.length === 0) {
        stored.start = storedAt + first * (PACKAGE_BYTES + PACKAGE_OVERHEAD);
        skip = from - first * PACKAGE_BYTES;
      }
      stored.end = storedAt + encryptedSize(Math.min((last + 1) * PACKAGE_BYTES, part.size)) - 1;
      runs.push({ part, first, last });
    }
    at += part.size;
    storedAt += encryptedSize(part.size);
  }
  return { stored, skip, length: range.end - range.start + 1, runs };
}

/** The packages of runs in order, with their keys. */
export function* placesOf(
  dataKey: Uint8Array,
  runs: readonly PackageRun[],
): Generator<PackagePlace, void, undefined> {
  for (const { part, first, last } of runs) {
    const key = contentKey(dataKey, part.number);
    for (let index = first; index <= last; index++) {
      const end = Math.min((index + 1) * PACKAGE_BYTES, part.size);
      yield {
        key,
        part: part.number,
        index,
        size: end - index * PACKAGE_BYTES,
        last: end === part.size,
      };
    }
  }
}
