import type { ObjectAttributes, StoredChecksum, Versioning } from '../types.ts';

/**
 * Header shapes of the log's records. Each record sets one register (a bucket, a version of an
 * object, an upload, a part, a document); the record with the highest sequence number of a register
 * wins.
 */

/**
 * First and last segment that may still hold dead records superseded by this one. A tombstone is
 * needed as long as any of them exists.
 */
export type Covers = readonly [first: number, last: number];

/** A content file, stored on the drives of these slots. */
export interface BlobRef {
  readonly id: string;
  readonly slots: readonly number[];
  /** Offset of the content in the file. */
  readonly start: number;
  /** Bytes in the file, if the stored form of the content differs in size. */
  readonly length?: number;
}

export interface StoredPartRef {
  readonly number: number;
  readonly size: number;
  readonly etag: string;
  /**
   * Absent once the object has been in a tier: its content is in the tier, or restored here in one
   * piece.
   */
  readonly blob?: BlobRef;
  /** Stored bytes, if neither a blob nor the size tells. */
  readonly length?: number;
  readonly checksum?: StoredChecksum;
}

/** Starts a segment and lists the other existing ones. */
export interface SegmentEntry {
  readonly id: number;
  readonly set: string;
  /** Epoch of the session that created it; distinguishes files with the same id. Absent means 0. */
  readonly epoch?: number;
  /** Features a program must support to read the segment. */
  readonly features?: readonly string[];
  readonly slots: readonly number[];
  readonly segments: readonly (readonly [id: number, length: number, slots: readonly number[]])[];
}

/** Drops a segment whose live records were moved; its files are removed. */
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
  /** Sequence number of the write that created the content; orders the versions of a key. */
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

/** Ends an upload with all its parts. */
export interface UploadEndEntry {
  readonly upload: string;
  /** Numbers of the parts that the object did not use; absent if it used none. */
  readonly unused?: readonly number[];
  readonly covers: Covers;
}

export interface DocumentEntry {
  readonly kind: string;
  readonly name: string;
  readonly value: string | null;
  readonly covers?: Covers;
}

/** Returns the smallest range that includes both. */
export function joinCovers(a: Covers | undefined, b: Covers | undefined): Covers | undefined {
  if (!a || !b) {
    return a ?? b;
  }
  return [Math.min(a[0], b[0]), Math.max(a[1], b[1])];
}
