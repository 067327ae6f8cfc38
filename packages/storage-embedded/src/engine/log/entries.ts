import type { ObjectAttributes, StoredChecksum, Versioning } from '../types.ts';

/**
 * Header shapes of the log's records. Each record sets one register (a bucket,
 * a version of an object, an upload, a part, a document); among the records of
 * a register the one with the highest sequence number holds.
 */

/**
 * First and last segment that may still hold dead records of the register which
 * this record stands over. A tombstone is needed as long as one of them exists.
 */
export type Covers = readonly [first: number, last: number];

/** A file of content, kept on the drives of these slots. */
export interface BlobRef {
  readonly id: string;
  readonly slots: readonly number[];
  /** Where the content starts in the file. */
  readonly start: number;
  /** Bytes in the file, when the content is kept in another form than its size tells. */
  readonly length?: number;
}

export interface StoredPartRef {
  readonly number: number;
  readonly size: number;
  readonly etag: string;
  /** Absent once the object was in a tier: the content is there, or here in one piece. */
  readonly blob?: BlobRef;
  /** Bytes stored for it, where it has no blob that tells and its size does not either. */
  readonly length?: number;
  readonly checksum?: StoredChecksum;
}

/** Starts a segment and lists those that exist beside it. */
export interface SegmentEntry {
  readonly id: number;
  readonly set: string;
  /** Number of the session that made it; tells files of one id apart. Absent: 0. */
  readonly epoch?: number;
  /** What a program has to know to read the segment. */
  readonly features?: readonly string[];
  readonly slots: readonly number[];
  readonly segments: readonly (readonly [id: number, length: number, slots: readonly number[]])[];
}

/** The segment's live records were moved: its files go. */
export interface DropEntry {
  readonly id: number;
}

export interface BucketEntry {
  readonly id: number;
  readonly name: string;
  readonly createdAt: number;
  readonly region: string;
  readonly versioning: Versioning;
  readonly objectLock: boolean;
  readonly settings: Readonly<Record<string, string>>;
  readonly covers?: Covers;
}

export interface BucketDeleteEntry {
  readonly id: number;
  readonly covers: Covers;
}

/** A version of an object, or a delete marker. */
export interface ObjectEntry {
  readonly bucket: number;
  readonly key: string;
  /** '' for the null version. */
  readonly version: string;
  /** Sequence number of the write that brought the content; orders the versions of a key. */
  readonly order: number;
  readonly modifiedAt: number;
  readonly size: number;
  readonly etag: string;
  readonly marker?: true;
  readonly attributes: ObjectAttributes;
  readonly checksum?: StoredChecksum;
  readonly blob?: BlobRef;
  readonly parts?: readonly StoredPartRef[];
  readonly covers?: Covers;
}

export interface ObjectDeleteEntry {
  readonly bucket: number;
  readonly key: string;
  readonly version: string;
  readonly covers: Covers;
}

export interface UploadEntry {
  readonly upload: string;
  readonly bucket: number;
  readonly key: string;
  readonly startedAt: number;
  readonly attributes: ObjectAttributes;
  readonly algorithm?: StoredChecksum['algorithm'];
  readonly checksumType?: StoredChecksum['type'];
}

export interface PartEntry {
  readonly upload: string;
  readonly number: number;
  readonly size: number;
  readonly etag: string;
  readonly modifiedAt: number;
  readonly checksum?: StoredChecksum;
  readonly blob: BlobRef;
  readonly covers?: Covers;
}

/** Ends an upload and all its parts. */
export interface UploadEndEntry {
  readonly upload: string;
  /** Part numbers that the object did not take; without it none was taken. */
  readonly unused?: readonly number[];
  readonly covers: Covers;
}

export interface DocumentEntry {
  readonly kind: string;
  readonly name: string;
  readonly value: string | null;
  readonly covers?: Covers;
}

/** The smallest range with both. */
export function joinCovers(a: Covers | undefined, b: Covers | undefined): Covers | undefined {
  if (!a || !b) {
    return a ?? b;
  }
  return [Math.min(a[0], b[0]), Math.max(a[1], b[1])];
}
