import { S3Error } from '@stowage/storage-wire/s3-error';
import type { IndexDb } from '../index/index-db.ts';
import type { FoundVersions } from '../index/supersede.ts';
import type { VersionRow } from '../index/version-tables.ts';
import type { Mutation, Plan, PlannedRecord } from '../log/batch.ts';
import type { BlobRef, ObjectEntry, StoredPartRef } from '../log/entries.ts';
import { coversOf } from '../log/place.ts';
import { RECORD_TYPE } from '../log/record.ts';
import type {
  ChangeCause,
  DeletedObject,
  DeleteObject,
  ObjectAttributes,
  StoredChecksum,
  StoredObject,
  WriteCondition,
} from '../types.ts';
import type { BucketCache, CachedBucket } from './bucket-cache.ts';
import type { ChangeKind, ObjectChange } from './change-hooks.ts';
import { checkCondition, checkUnlocked } from './conditions.ts';
import { bucketName, objectName } from './names.ts';
import { innerVersion, outerVersion, publicParts, toStoredObject } from './stored-object.ts';
import { makeVersionId } from './version-id.ts';

/** A content that was received and is to become a version. */
export interface NewObject {
  readonly bucket: string;
  /** The bucket that the content was written for; one made anew under its name is another. */
  readonly bucketId: number;
  readonly key: string;
  readonly attributes: ObjectAttributes;
  readonly size: number;
  readonly etag: string;
  readonly checksum?: StoredChecksum | undefined;
  readonly data?: Uint8Array;
  readonly blob?: BlobRef;
  readonly parts?: readonly StoredPartRef[];
  readonly condition?: WriteCondition | undefined;
  readonly cause?: ChangeCause | undefined;
}

const NO_ATTRIBUTES: ObjectAttributes = {
  contentType: '',
  headers: {},
  metadata: {},
  tags: {},
  storageClass: 'STANDARD',
};

/** Only the attributes of something that may carry more. */
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
  };
}

/** Plans of the changes to objects. */
export class ObjectPlans {
  readonly #index: IndexDb;
  readonly #buckets: BucketCache;

  constructor(index: IndexDb, buckets: BucketCache) {
    this.#index = index;
    this.#buckets = buckets;
  }

  /** The rows a write of `version` to the key meets. */
  find(bucket: CachedBucket, key: string, version: string): FoundVersions {
    const { versions } = this.#index;
    const current = versions.current(bucket.id, key);
    const alone = bucket.entry.versioning === 'off';
    if (current?.version === version) {
      return { current, previous: current, alone };
    }
    return { current, previous: alone ? undefined : versions.byId(bucket.id, key, version), alone };
  }

  put(object: NewObject): Mutation<StoredObject> {
    return {
      excludes: [objectName(object.bucket, object.key)],
      shares: [bucketName(object.bucket)],
      size: object.data?.length ?? 0,
      plan: (next) => this.planPut(object, next()),
    };
  }

  planPut(object: NewObject, sequence: number): Plan<StoredObject> {
    const bucket = this.#buckets.need(object.bucket);
    if (bucket.id !== object.bucketId) {
      throw new S3Error('NoSuchBucket');
    }
    const now = Date.now();
    const version = bucket.entry.versioning === 'enabled' ? makeVersionId(now, sequence) : '';
    const found = this.find(bucket, object.key, version);
    checkCondition(object.condition, found.current);
    if (found.previous) {
      checkUnlocked(found.previous, { now, bypass: false });
    }
    const covers = found.previous ? coversOf(found.previous) : undefined;
    const entry: ObjectEntry = {
      bucket: bucket.id,
      key: object.key,
      version,
      order: sequence,
      modifiedAt: now,
      size: object.size,
      etag: object.etag,
      attributes: pickAttributes(object.attributes),
      ...(object.checksum ? { checksum: object.checksum } : undefined),
      ...(object.blob ? { blob: object.blob } : undefined),
      ...(object.parts ? { parts: object.parts } : undefined),
      ...(covers ? { covers } : undefined),
    };
    const data = object.data ? { data: object.data } : undefined;
    const record = { type: RECORD_TYPE.object, sequence, entry, found, ...data };
    const result = resultOf(entry, object.bucket);
    const change = changeOf('written', bucket, result, object.cause);
    return { records: [record], result, change };
  }

  update(
    target: { bucket: string; key: string; versionId?: string; cause?: ChangeCause },
    change: (row: VersionRow, isLatest: boolean) => ObjectAttributes,
    readData: (row: VersionRow) => Uint8Array | undefined,
  ): Mutation<StoredObject> {
    return {
      excludes: [objectName(target.bucket, target.key)],
      shares: [bucketName(target.bucket)],
      size: 0,
      plan: (next) => {
        const bucket = this.#buckets.need(target.bucket);
        const row = this.needVersion(bucket, target.key, target.versionId);
        const data = readData(row);
        const found = this.find(bucket, target.key, row.version);
        const isLatest = this.isLatest(row, found.current);
        const entry: ObjectEntry = {
          bucket: bucket.id,
          key: row.key,
          version: row.version,
          order: row.ord,
          modifiedAt: row.modified,
          size: row.size,
          etag: row.etag,
          attributes: pickAttributes(change(row, isLatest)),
          ...(row.checksum ? { checksum: JSON.parse(row.checksum) } : undefined),
          ...(row.blob ? { blob: JSON.parse(row.blob) } : undefined),
          ...(row.parts ? { parts: JSON.parse(row.parts) } : undefined),
          covers: coversOf(row),
        };
        const planned = { type: RECORD_TYPE.object, sequence: next(), entry, found };
        const result = { ...resultOf(entry, target.bucket), isLatest };
        return {
          records: [data ? { ...planned, data } : planned],
          result,
          change: changeOf('updated', bucket, result, target.cause),
        };
      },
    };
  }

  /** The row of a version, or of the visible object. NoSuchKey, NoSuchVersion, MethodNotAllowed on a marker. */
  needVersion(bucket: CachedBucket, key: string, versionId: string | undefined): VersionRow {
    const row = this.row(bucket, key, versionId);
    if (!row) {
      throw new S3Error(versionId === undefined ? 'NoSuchKey' : 'NoSuchVersion');
    }
    if (row.marker) {
      throw new S3Error(versionId === undefined ? 'NoSuchKey' : 'MethodNotAllowed');
    }
    return row;
  }

  /** The row of a version, or the latest one, which may be a delete marker. */
  row(bucket: CachedBucket, key: string, versionId: string | undefined): VersionRow | undefined {
    const { versions } = this.#index;
    const current = versions.current(bucket.id, key);
    if (versionId === undefined) {
      return current ?? versions.newest(bucket.id, key);
    }
    const version = innerVersion(versionId);
    return current?.version === version ? current : versions.byId(bucket.id, key, version);
  }

  isLatest(row: VersionRow, current: VersionRow | undefined): boolean {
    if (current) {
      return current.ord === row.ord;
    }
    return this.#index.versions.newest(row.bucket, row.key)?.ord === row.ord;
  }

  delete(target: DeleteObject): Mutation<DeletedObject> {
    return {
      excludes: [objectName(target.bucket, target.key)],
      shares: [bucketName(target.bucket)],
      size: 0,
      plan: (next) => {
        const bucket = this.#buckets.need(target.bucket);
        if (target.versionId === undefined && bucket.entry.versioning !== 'off') {
          return this.#planMarker(bucket, target, next());
        }
        return this.#planDelete(bucket, target, next());
      },
    };
  }

  #planDelete(bucket: CachedBucket, target: DeleteObject, sequence: number): Plan<DeletedObject> {
    const { key, versionId } = target;
    const version = versionId === undefined ? '' : innerVersion(versionId);
    const found = this.find(bucket, key, version);
    const { previous } = found;
    this.#checkGuard(bucket, target, previous);
    const named = versionId === undefined ? undefined : { versionId };
    if (!previous) {
      return { records: [], result: { key, ...named, deleteMarker: false, existed: false } };
    }
    checkUnlocked(previous, { now: Date.now(), bypass: target.bypassGovernance === true });
    const entry = { bucket: bucket.id, key, version, covers: coversOf(previous) };
    const record: PlannedRecord = { type: RECORD_TYPE.objectDelete, sequence, entry, found };
    const deleteMarker = previous.marker !== 0;
    const isLatest = previous === found.current;
    const from = { bucket: target.bucket, isLatest, withParts: false };
    const change: ObjectChange = {
      kind: 'removed',
      bucket: bucket.stored,
      key,
      versionId: outerVersion(version),
      cause: target.cause,
      object: () => toStoredObject(previous, from),
    };
    return { records: [record], result: { key, ...named, deleteMarker, existed: true }, change };
  }

  #checkGuard(bucket: CachedBucket, target: DeleteObject, row: VersionRow | undefined): void {
    if (target.guard === undefined) {
      return;
    }
    const latest = this.row(bucket, target.key, undefined);
    const seen = (it: VersionRow | undefined) =>
      it &&
      toStoredObject(it, {
        bucket: bucket.stored.name,
        isLatest: it.ord === latest?.ord,
        withParts: false,
      });
    target.guard(seen(row), seen(latest));
  }

  /** A delete marker; in a suspended bucket it takes the place of the null version. */
  #planMarker(bucket: CachedBucket, target: DeleteObject, sequence: number): Plan<DeletedObject> {
    const now = Date.now();
    const enabled = bucket.entry.versioning === 'enabled';
    const version = enabled ? makeVersionId(now, sequence) : '';
    const found = this.find(bucket, target.key, version);
    const latest = target.guard && this.row(bucket, target.key, undefined);
    this.#checkGuard(bucket, target, latest);
    if (target.guard && !latest) {
      return { records: [], result: { key: target.key, deleteMarker: false, existed: false } };
    }
    if (found.previous) {
      checkUnlocked(found.previous, { now, bypass: target.bypassGovernance === true });
    }
    const entry: ObjectEntry = {
      bucket: bucket.id,
      key: target.key,
      version,
      order: sequence,
      modifiedAt: now,
      size: 0,
      etag: '',
      marker: true,
      attributes: NO_ATTRIBUTES,
      ...(found.previous ? { covers: coversOf(found.previous) } : undefined),
    };
    const record: PlannedRecord = { type: RECORD_TYPE.object, sequence, entry, found };
    const existed = found.current !== undefined;
    const result = {
      key: target.key,
      versionId: outerVersion(version),
      deleteMarker: true,
      existed,
    };
    const change = changeOf('marked', bucket, resultOf(entry, target.bucket), target.cause);
    return { records: [record], result, change };
  }
}

function changeOf(
  kind: ChangeKind,
  { stored: bucket }: CachedBucket,
  object: StoredObject,
  cause: ChangeCause | undefined,
): ObjectChange {
  const { key, versionId } = object;
  return { kind, bucket, key, versionId, cause, object: () => object };
}

/** What the caller of a write gets: the object without a place, which is not known yet. */
function resultOf(entry: ObjectEntry, bucket: string): StoredObject {
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
