import { Readable } from 'node:stream';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { type ContentPlace, parseBlob, parseParts } from '../changes/stored-object.ts';
import type { DriveSet } from '../drives/drive-set.ts';
import type { BlobRef } from '../log/entries.ts';
import type { Place } from '../log/place.ts';
import { decodeHead, recordData } from '../log/record.ts';
import type { SegmentFiles } from '../log/segment-files.ts';
import type { ByteRange } from '../types.ts';
import { readBlob } from './blob-reader.ts';

/** A piece of content in one file. */
interface Piece {
  readonly blob: BlobRef;
  readonly size: number;
}

export interface Bounds {
  readonly start: number;
  /** After the last byte. */
  readonly end: number;
}

/** The bytes that a range means of a content; without range all of it. */
export function boundsOf(size: number, range: ByteRange | undefined): Bounds {
  if (!range) {
    return { start: 0, end: size };
  }
  if (range.start < 0 || range.start > range.end || range.start >= size) {
    throw new S3Error('InvalidRange');
  }
  return { start: range.start, end: Math.min(range.end + 1, size) };
}

/** Reads contents, wherever they are kept. */
export class ContentReader {
  readonly #drives: DriveSet;
  readonly #segments: SegmentFiles;

  constructor(drives: DriveSet, segments: SegmentFiles) {
    this.#drives = drives;
    this.#segments = segments;
  }

  /** The data of an inline record. */
  async readInline(place: Place): Promise<Buffer> {
    const bytes = await this.#segments.readRecord(place);
    const head = decodeHead(bytes, 0);
    return head ? recordData(bytes, 0, head) : bytes.subarray(0, 0);
  }

  stream(place: ContentPlace, size: number, bounds: Bounds): Readable {
    return Readable.from(this.#bytes(place, size, bounds), { objectMode: false });
  }

  async *#bytes(place: ContentPlace, size: number, bounds: Bounds): AsyncGenerator<Buffer> {
    const blob = parseBlob(place.blob);
    const parts = parseParts(place.parts);
    if (!blob && !parts) {
      const data = await this.readInline(place);
      yield data.subarray(bounds.start, bounds.end);
      return;
    }
    const pieces: readonly Piece[] = blob ? [{ blob, size }] : (parts ?? []);
    let at = 0;
    for (const piece of pieces) {
      const start = Math.max(bounds.start - at, 0);
      const end = Math.min(bounds.end - at, piece.size);
      if (start < end) {
        const content = { size: piece.size, start, end, onBad: () => undefined };
        yield* readBlob(this.#drives, piece.blob, content);
      }
      at += piece.size;
    }
  }
}
