import type { FoundVersions } from '../index/supersede.ts';
import type { VersionRow } from '../index/version-tables.ts';
import type { PlannedRecord } from '../log/batch.ts';
import type { ObjectEntry } from '../log/entries.ts';
import { entryText } from '../log/parts-text.ts';
import { coversOf } from '../log/place.ts';
import { RECORD_TYPE } from '../log/record.ts';
import type { ChangeCause, ObjectAttributes, StoredObject } from '../types.ts';
import type { CachedBucket } from './bucket-cache.ts';
import type { ChangeKind, ObjectChange } from './change-hooks.ts';
import { outerVersion, parseParts, publicParts } from './stored-object.ts';

/** Attributes of a delete marker. */
export const EMPTY_ATTRIBUTES: ObjectAttributes = {
  contentType: '',
  headers: {},
  metadata: {},
  tags: {},
  storageClass: 'STANDARD',
};

/** Picks the attributes from an object that may have other properties. */
export function pickAttributes(from: ObjectAttributes): ObjectAttributes {
  return {
    contentType: from.contentType,
    headers: from.headers,
    metadata: from.metadata,
    tags: from.tags,
    storageClass: from.storageClass,
    ...(from.retention ? { retention: from.retention } : undefined),
    ...(from.legalHold === undefined ? undefined : { legalHold: from.legalHold }),
    ...(from.encryption ? { encryption: from.encryption } : undefined),
    ...(from.compression ? { compression: from.compression } : undefined),
    ...(from.replication ? { replication: from.replication } : undefined),
    ...(from.tiering ? { tiering: from.tiering } : undefined),
  };
}

/** Returns the record entry of a row, with its attributes replaced. */
export function entryOf(row: VersionRow, attributes: ObjectAttributes): ObjectEntry {
  const parts = parseParts(row.parts);
  return {
    bucket: row.bucket,
    key: row.key,
    version: row.version,
    order: row.ord,
    modifiedAt: row.modified,
    size: row.size,
    etag: row.etag,
    ...(row.marker ? { marker: true } : undefined),
    attributes,
    ...(row.checksum ? { checksum: JSON.parse(row.checksum) } : undefined),
    ...(row.blob ? { blob: JSON.parse(row.blob) } : undefined),
    ...(parts ? { parts } : undefined),
    covers: coversOf(row),
  };
}

/** Returns the record that writes an entry over the versions found. */
export function recordOf(
  at: { readonly sequence: number; readonly entry: ObjectEntry; readonly found: FoundVersions },
  data: Uint8Array | undefined,
): PlannedRecord {
  return {
    type: RECORD_TYPE.object,
    ...at,
    ...entryText(at.entry),
    ...(data ? { data } : undefined),
  };
}

/** Returns the change as announced to observers. */
export function changeOf(
  kind: ChangeKind,
  { stored: bucket }: CachedBucket,
  object: StoredObject,
  { cause, isReplica }: { cause: ChangeCause | undefined; isReplica: boolean },
): ObjectChange {
  const { key, versionId } = object;
  return { kind, bucket, key, versionId, cause, isReplica, object: () => object };
}

/** Returns the result of a write: the object without a place, which is not known yet. */
export function resultOf(entry: ObjectEntry, bucket: string): StoredObject {
  const { parts, checksum } = entry;
  return {
    ...entry.attributes,
    bucket,
    key: entry.key,
    versionId: outerVersion(entry.version),
    isLatest: true,
    isDeleteMarker: entry.marker === true,
    size: entry.size,
    etag: entry.etag,
    modifiedAt: entry.modifiedAt,
    ...(checksum ? { checksum } : undefined),
    ...(parts ? { parts: publicParts(parts) } : undefined),
  };
}
