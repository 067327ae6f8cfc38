import type { IndexDb } from '../index/index-db.ts';
import { samePlace } from '../index/supersede.ts';
import type {
  BucketDeleteEntry,
  BucketEntry,
  Covers,
  DocumentEntry,
  ObjectDeleteEntry,
  ObjectEntry,
  PartEntry,
  UploadEndEntry,
  UploadEntry,
} from '../log/entries.ts';
import type { Place } from '../log/place.ts';
import { RECORD_TYPE } from '../log/record.ts';

/** What a record means to the index: it is live, a tombstone, or dead. */
export type Standing =
  | { readonly kind: 'holds' | 'dead' }
  /** With the segments that may have records it supersedes. */
  | { readonly kind: 'tombstone'; readonly covers: Covers };

const DEAD: Standing = { kind: 'dead' };
const HOLDS: Standing = { kind: 'holds' };

function rowOfObject(index: IndexDb, entry: ObjectEntry): Place | undefined {
  const { bucket, key, version } = entry;
  const current = index.versions.current(bucket, key);
  return current?.version === version ? current : index.versions.byId(bucket, key, version);
}

function rowOf(index: IndexDb, type: number, entry: unknown): Place | undefined {
  if (type === RECORD_TYPE.object) {
    return rowOfObject(index, entry as ObjectEntry);
  }
  if (type === RECORD_TYPE.part) {
    const { upload, number } = entry as PartEntry;
    return index.parts.get(upload, number);
  }
  if (type === RECORD_TYPE.upload) {
    return index.uploads.get((entry as UploadEntry).upload);
  }
  if (type === RECORD_TYPE.bucket) {
    return index.buckets.get((entry as BucketEntry).id);
  }
  if (type === RECORD_TYPE.document) {
    const { kind, name } = entry as DocumentEntry;
    return index.documents.get(kind, name);
  }
  return undefined;
}

function coversOfTombstone(type: number, entry: unknown): Covers | undefined {
  if (type === RECORD_TYPE.document) {
    const { value, covers } = entry as DocumentEntry;
    return value === null ? covers : undefined;
  }
  const deletes =
    type === RECORD_TYPE.objectDelete ||
    type === RECORD_TYPE.uploadEnd ||
    type === RECORD_TYPE.bucketDelete;
  return deletes
    ? (entry as ObjectDeleteEntry | UploadEndEntry | BucketDeleteEntry).covers
    : undefined;
}

/** Whether a record states that something is deleted. */
export function isTombstone(type: number, entry: unknown): boolean {
  return coversOfTombstone(type, entry) !== undefined;
}

/** What the record at `place` currently means to the index. */
export function standingOf(index: IndexDb, type: number, entry: unknown, place: Place): Standing {
  const covers = coversOfTombstone(type, entry);
  if (covers) {
    return { kind: 'tombstone', covers };
  }
  const row = rowOf(index, type, entry);
  return row && samePlace(row, place) ? HOLDS : DEAD;
}
