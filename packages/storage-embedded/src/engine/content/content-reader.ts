import { Readable } from 'node:stream';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { type ContentPlace, contentsOf } from '../changes/stored-object.ts';
import { decodeHead, recordData } from '../log/record.ts';
import type { RecordPlace, SegmentFiles } from '../log/segment-files.ts';
import type { ByteRange } from '../types.ts';
import {
  type BlobContent,
  type ContentOwner,
  type OwnedContent,
  storedSize,
} from './blob-content.ts';
import type { BlobReader } from './blob-reader.ts';
import type { Leases } from './leases.ts';

export interface Bounds {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

function dataOf(record: Buffer): Buffer {
  const head = decodeHead(record, 0);
  return head ? recordData(record, 0, head) : record.subarray(0, 0);
}

function samePlace(a: RecordPlace, b: RecordPlace): boolean {
  return a.segment === b.segment && a.offset === b.offset;
}

/** A part of a content that lies in one file. */
interface Piece extends OwnedContent {
  readonly bounds: Bounds;
}

/**
 * Resolves a range to the byte bounds within a content; without a range, all of it.
 * @throws S3Error InvalidRange if it selects nothing
 */
export function boundsOf(size: number, range: ByteRange | undefined): Bounds {
  if (!range) {
    return { start: 0, end: size };
  }
  if (range.start < 0 || range.start > range.end || range.start >= size) {
    throw new S3Error('InvalidRange');
  }
  return { start: range.start, end: Math.min(range.end + 1, size) };
}

/**
 * Returns the files of a content, each with the number of bytes it holds; undefined if the content
 * is in the log.
 */
function filesOf(place: ContentPlace, size: number): readonly BlobContent[] | undefined {
  return contentsOf(place, size)?.map((content) => ({ ...content, size: storedSize(content) }));
}

function piecesOf(
  contents: readonly BlobContent[],
  owner: ContentOwner,
  bounds: Bounds,
): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { blob, size } of contents) {
    const start = Math.max(bounds.start - at, 0);
    const end = Math.min(bounds.end - at, size);
    if (start < end) {
      pieces.push({ blob, size, owner, bounds: { start, end } });
    }
    at += size;
  }
  return pieces;
}

/** Reads contents, inline or in files. */
export class ContentReader {
  readonly #segments: SegmentFiles;
  readonly #blobs: BlobReader;
  readonly #leases: Leases;

  constructor(segments: SegmentFiles, blobs: BlobReader, leases: Leases) {
    this.#segments = segments;
    this.#blobs = blobs;
    this.#leases = leases;
  }

  /**
   * Reads the data of an inline record. `again` returns the record's new place if its segment is
   * gone.
   */
  readInline(
    place: RecordPlace,
    again: () => RecordPlace | undefined = () => undefined,
  ): Promise<Buffer> {
    const bytes = this.#segments.readNow(place);
    return bytes ? Promise.resolve(dataOf(bytes)) : this.#readFromAny(place, again);
  }

  async #readFromAny(place: RecordPlace, again: () => RecordPlace | undefined): Promise<Buffer> {
    let at: RecordPlace = place;
    for (;;) {
      try {
        return dataOf(await this.#segments.readRecord(at));
      } catch (error) {
        const moved = this.#segments.has(at.segment) ? undefined : again();
        if (!moved || samePlace(moved, at)) {
          throw error;
        }
        at = moved;
      }
    }
  }

  stream(
    place: ContentPlace,
    want: {
      size: number;
      owner: ContentOwner;
      range: ByteRange | undefined;
      again: () => RecordPlace | undefined;
    },
  ): Readable {
    const contents = filesOf(place, want.size);
    if (!contents) {
      return Readable.from(this.#inline(place, want.range, want.again), { objectMode: false });
    }
    const stored = contents.reduce((sum, content) => sum + content.size, 0);
    const pieces = piecesOf(contents, want.owner, boundsOf(stored, want.range));
    const stream = Readable.from(this.#pieces(pieces), { objectMode: false });
    stream.once('close', this.#lease(pieces));
    return stream;
  }

  /**
   * Returns the length of a content in its files, in the form it was stored; `size` if it is in the
   * log.
   */
  storedLength(place: ContentPlace, size: number): number {
    return filesOf(place, size)?.reduce((sum, content) => sum + content.size, 0) ?? size;
  }

  /** Holds the files of a content until the returned function is called. */
  hold(place: ContentPlace): () => void {
    return this.#lease(filesOf(place, 0) ?? []);
  }

  #lease(contents: readonly BlobContent[]): () => void {
    const ids = contents.map(({ blob }) => blob.id);
    this.#leases.take(ids);
    return () => this.#leases.give(ids);
  }

  async *#inline(
    place: RecordPlace,
    range: ByteRange | undefined,
    again: () => RecordPlace | undefined,
  ): AsyncGenerator<Buffer> {
    const data = await this.readInline(place, again);
    const { start, end } = boundsOf(data.length, range);
    if (start < end) {
      yield data.subarray(start, end);
    }
  }

  async *#pieces(pieces: readonly Piece[]): AsyncGenerator<Buffer> {
    for (const piece of pieces) {
      yield* this.#blobs.read(piece, piece.bounds);
    }
  }
}
