import type { BlobRef, ObjectDeleteEntry, ObjectEntry, StoredPartRef } from '../log/entries.ts';
import { partsText } from '../log/parts-text.ts';
import type { IndexDb } from './index-db.ts';
import {
  type AppliedRecord,
  type FoundVersions,
  type Freed,
  freeBlob,
  moveBlob,
  placedRow,
  samePlace,
} from './supersede.ts';
import { countVersion, countVisible } from './usage-counters.ts';
import type { VersionRow } from './version-tables.ts';

function find(index: IndexDb, bucket: number, key: string, version: string): FoundVersions {
  const current = index.versions.current(bucket, key);
  const previous =
    current?.version === version ? current : index.versions.byId(bucket, key, version);
  return { current, previous, alone: false };
}

function newRow(record: AppliedRecord, entry: ObjectEntry): VersionRow {
  return {
    bucket: entry.bucket,
    key: entry.key,
    version: entry.version,
    ord: entry.order,
    marker: entry.marker ? 1 : 0,
    size: entry.size,
    etag: entry.etag,
    modified: entry.modifiedAt,
    attributes: JSON.stringify(entry.attributes),
    checksum: entry.checksum ? JSON.stringify(entry.checksum) : null,
    blob: entry.blob ? JSON.stringify(entry.blob) : null,
    parts: entry.parts ? partsText(entry.parts) : null,
    ...placedRow(record, entry.covers),
  };
}

function blobsOf({ blob, parts }: VersionRow): readonly BlobRef[] {
  const stored: readonly StoredPartRef[] = parts ? JSON.parse(parts) : [];
  return blob ? [JSON.parse(blob)] : stored.flatMap((part) => part.blob ?? []);
}

function freeContent(index: IndexDb, row: VersionRow, freed: Freed): void {
  for (const blob of blobsOf(row)) {
    freeBlob(index, blob, freed);
  }
}

/**
 * Frees what a version no longer refers to when its unchanged content has moved to other drives or
 * to a tier.
 */
function moveContent(index: IndexDb, from: VersionRow, to: VersionRow, freed: Freed): void {
  if (from.blob === to.blob && from.parts === to.parts) {
    return;
  }
  const now = new Map(blobsOf(to).map((blob) => [blob.id, blob]));
  for (const blob of blobsOf(from)) {
    const moved = now.get(blob.id);
    if (!moved) {
      freeBlob(index, blob, freed);
    } else if (moved.slots.join() !== blob.slots.join()) {
      moveBlob(index, blob, moved, freed);
    }
  }
}

function insertVisible(index: IndexDb, row: VersionRow): void {
  index.versions.insert('current', row);
  countVisible(index.accounting.countersOf(row.bucket), row, 1);
}

function removeVisible(index: IndexDb, row: VersionRow): void {
  index.versions.remove('current', row);
  countVisible(index.accounting.countersOf(row.bucket), row, -1);
}

/**
 * If the key has no visible object left, its newest version becomes the visible one, unless that is
 * a delete marker.
 */
function promoteNewest(index: IndexDb, bucket: number, key: string): void {
  const newest = index.versions.newest(bucket, key);
  if (newest && !newest.marker) {
    index.versions.remove('version', newest);
    insertVisible(index, newest);
  }
}

/** Inserts a row according to its order among the versions of the key. */
function insertByOrder(index: IndexDb, row: VersionRow, current: VersionRow | undefined): void {
  if (current && current.ord > row.ord) {
    index.versions.insert('version', row);
    return;
  }
  if (current) {
    removeVisible(index, current);
    index.versions.insert('version', current);
  }
  const newest = current ?? index.versions.newest(row.bucket, row.key);
  if (row.marker || (newest && newest.ord > row.ord)) {
    index.versions.insert('version', row);
    promoteNewest(index, row.bucket, row.key);
  } else {
    insertVisible(index, row);
  }
}

export function applyObject(
  index: IndexDb,
  record: AppliedRecord,
  entry: ObjectEntry,
  freed: Freed,
): void {
  const { accounting } = index;
  const found = record.found ?? find(index, entry.bucket, entry.key, entry.version);
  const { current, previous } = found;
  if (previous) {
    if (previous.sequence > record.sequence || samePlace(previous, record.place)) {
      return;
    }
    accounting.addLive(previous.segment, -previous.length);
  }
  accounting.addLive(record.place.segment, record.place.length);
  if (previous && previous.sequence === record.sequence) {
    accounting.drain(previous.segment);
    index.versions.move(previous === current ? 'current' : 'version', previous, record.place);
    return;
  }
  const row = newRow(record, entry);
  const counters = accounting.countersOf(entry.bucket);
  countVersion(counters, row, 1);
  if (previous) {
    countVersion(counters, previous, -1);
    if (previous.ord === row.ord) {
      moveContent(index, previous, row, freed);
    } else {
      freeContent(index, previous, freed);
    }
  }
  if (found.alone && !row.marker) {
    if (previous) {
      countVisible(counters, previous, -1);
    }
    insertVisible(index, row);
    return;
  }
  if (previous && previous === current) {
    removeVisible(index, previous);
  } else if (previous) {
    index.versions.remove('version', previous);
  }
  insertByOrder(index, row, previous === current ? undefined : current);
}

export function applyObjectDelete(
  index: IndexDb,
  record: AppliedRecord,
  entry: ObjectDeleteEntry,
  freed: Freed,
): void {
  const { accounting } = index;
  accounting.addTombstone(record.place.segment, entry.covers, record.place.length);
  const found = record.found ?? find(index, entry.bucket, entry.key, entry.version);
  const { current, previous } = found;
  if (!previous || previous.sequence > record.sequence) {
    return;
  }
  accounting.addLive(previous.segment, -previous.length);
  countVersion(accounting.countersOf(entry.bucket), previous, -1);
  freeContent(index, previous, freed);
  if (previous === current) {
    removeVisible(index, previous);
  } else {
    index.versions.remove('version', previous);
  }
  if (!found.alone && (previous === current || !current)) {
    promoteNewest(index, entry.bucket, entry.key);
  }
}
