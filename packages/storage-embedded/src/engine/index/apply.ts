import type {
  BlobRef,
  BucketDeleteEntry,
  BucketEntry,
  DocumentEntry,
  DropEntry,
  ObjectDeleteEntry,
  ObjectEntry,
  PartEntry,
  SegmentEntry,
  UploadEndEntry,
  UploadEntry,
} from '../log/entries.ts';
import type { Place } from '../log/place.ts';
import { RECORD_TYPE } from '../log/record.ts';
import { applyObject, applyObjectDelete } from './apply-object.ts';
import type { IndexDb } from './index-db.ts';
import {
  type AppliedRecord,
  type Freed,
  freeBlob,
  moveBlob,
  placedRow,
  supersede,
} from './supersede.ts';

/** Applies one record to the index, inside a transaction. Records must come in log order. */
export function applyRecord(index: IndexDb, record: AppliedRecord, freed: Freed): void {
  const { type, entry } = record;
  if (type === RECORD_TYPE.object) {
    applyObject(index, record, entry as ObjectEntry, freed);
  } else if (type === RECORD_TYPE.objectDelete) {
    applyObjectDelete(index, record, entry as ObjectDeleteEntry, freed);
  } else if (type === RECORD_TYPE.part) {
    applyPart(index, record, entry as PartEntry, freed);
  } else if (type === RECORD_TYPE.upload) {
    applyUpload(index, record, entry as UploadEntry);
  } else if (type === RECORD_TYPE.uploadEnd) {
    applyUploadEnd(index, record, entry as UploadEndEntry, freed);
  } else if (type === RECORD_TYPE.document) {
    applyDocument(index, record, entry as DocumentEntry);
  } else if (type === RECORD_TYPE.bucket) {
    applyBucket(index, record, entry as BucketEntry);
  } else if (type === RECORD_TYPE.bucketDelete) {
    applyBucketDelete(index, record, entry as BucketDeleteEntry);
  } else if (type === RECORD_TYPE.segment) {
    const { id, slots, features } = entry as SegmentEntry;
    index.accounting.addSegment(id, slots, 0);
    if (features) {
      index.noteFeatures(features);
    }
  } else if (type === RECORD_TYPE.drop) {
    index.accounting.dropSegment((entry as DropEntry).id);
  }
}

function applyBucket(index: IndexDb, record: AppliedRecord, entry: BucketEntry): void {
  const former = index.buckets.get(entry.id);
  if (supersede(index, former, record, (to) => index.buckets.move(entry.id, to))) {
    const row = placedRow(record, entry.covers);
    index.buckets.set({ id: entry.id, name: entry.name, entry: JSON.stringify(entry), ...row });
    index.accounting.countersOf(entry.id);
  }
}

function applyBucketDelete(index: IndexDb, record: AppliedRecord, entry: BucketDeleteEntry): void {
  index.accounting.addTombstone(record.place.segment, entry.covers, record.place.length);
  const former = index.buckets.get(entry.id);
  if (former && former.sequence < record.sequence) {
    index.accounting.addLive(former.segment, -former.length);
    index.buckets.remove(entry.id);
    index.accounting.dropBucket(entry.id);
  }
}

function applyUpload(index: IndexDb, record: AppliedRecord, entry: UploadEntry): void {
  const former = index.uploads.get(entry.upload);
  if (supersede(index, former, record, (to) => index.uploads.move(entry.upload, to))) {
    const { upload: id, bucket, key, startedAt: started } = entry;
    const row = placedRow(record, undefined);
    index.uploads.set({ id, bucket, key, started, entry: JSON.stringify(entry), ...row });
  }
}

function applyPart(index: IndexDb, record: AppliedRecord, entry: PartEntry, freed: Freed): void {
  const former = index.parts.get(entry.upload, entry.number);
  const move = (to: Place) => index.parts.move(entry.upload, entry.number, to);
  if (!supersede(index, former, record, move)) {
    return;
  }
  if (former) {
    const blob: BlobRef = JSON.parse(former.blob);
    if (blob.id === entry.blob.id) {
      moveBlob(index, blob, entry.blob, freed);
    } else {
      freeBlob(index, blob, freed);
    }
  }
  index.parts.set({
    upload: entry.upload,
    number: entry.number,
    size: entry.size,
    etag: entry.etag,
    modified: entry.modifiedAt,
    checksum: entry.checksum ? JSON.stringify(entry.checksum) : null,
    blob: JSON.stringify(entry.blob),
    ...placedRow(record, entry.covers),
  });
}

const ALL_PARTS = 1_000_000;

function applyUploadEnd(
  index: IndexDb,
  record: AppliedRecord,
  entry: UploadEndEntry,
  freed: Freed,
): void {
  const { accounting } = index;
  accounting.addTombstone(record.place.segment, entry.covers, record.place.length);
  const former = index.uploads.get(entry.upload);
  if (former) {
    accounting.addLive(former.segment, -former.length);
    index.uploads.remove(entry.upload);
  }
  // Parts may be present without their upload if its record went with an earlier segment.
  for (const { segment, bytes } of index.parts.spans(entry.upload)) {
    accounting.addLive(segment, -bytes);
  }
  for (const blob of unusedBlobs(index, entry)) {
    freeBlob(index, JSON.parse(blob), freed);
  }
  index.parts.removeAll(entry.upload);
}

/**
 * Contents that the object did not use: those of the listed parts, or of all parts if the upload
 * was aborted.
 */
function unusedBlobs(index: IndexDb, { upload, unused }: UploadEndEntry): readonly string[] {
  const parts = unused
    ? unused.map((number) => index.parts.get(upload, number))
    : index.parts.list(upload, 0, ALL_PARTS);
  return parts.flatMap((part) => (part ? [part.blob] : []));
}

function applyDocument(index: IndexDb, record: AppliedRecord, entry: DocumentEntry): void {
  const { kind, name, value } = entry;
  const former = index.documents.get(kind, name);
  if (value === null) {
    const covers = entry.covers ?? [record.place.segment, record.place.segment];
    index.accounting.addTombstone(record.place.segment, covers, record.place.length);
    if (former && former.sequence < record.sequence) {
      index.accounting.addLive(former.segment, -former.length);
      index.documents.remove(kind, name);
    }
  } else if (supersede(index, former, record, (to) => index.documents.move(kind, name, to))) {
    index.documents.set({ kind, name, value, ...placedRow(record, entry.covers) });
  }
}
