import { S3Error } from '@stowage/storage-wire/s3-error';
import type { IndexDb } from '../index/index-db.ts';
import type { FoundVersions } from '../index/supersede.ts';
import type { VersionRow } from '../index/version-tables.ts';
import type { Mutation, Plan, PlannedRecord } from '../log/batch.ts';
import type { BlobRef, ObjectEntry, StoredPartRef } from '../log/entries.ts';
import { coversOf } from '../log/place.ts';
import { RECORD_TYPE } from '../log/record.ts';
import type { ReplicaOrigin } from '../object-replication.ts';
import { TIER_SWEEP_KIND, type TierSweep } from '../tiering.ts';
import type {
  ChangeCause,
  DeletedObject,
  DeleteObject,
  ObjectAttributes,
  ObjectNotes,
  StoredChecksum,
  StoredObject,
  UpdateTarget,
  WriteCondition,
} from '../types.ts';
import type { BucketCache, CachedBucket } from './bucket-cache.ts';
import type { ChangeHooks, ChangeKind, ObjectChange } from './change-hooks.ts';
import { checkCondition, checkUnlocked } from './conditions.ts';
import { queuedDocument } from './documents.ts';
import { bucketName, objectName } from './names.ts';
import {
  changeOf,
  EMPTY_ATTRIBUTES,
  entryOf,
  pickAttributes,
  recordOf,
  resultOf,
} from './object-entries.ts';
import { innerVersion, outerVersion, parseAttributes, toStoredObject } from './stored-object.ts';
import { placeOfVersion } from './version-place.ts';

/** Received content that is to become a version. */
export interface NewObject {
  readonly bucket: string;
  /**
   * The bucket the content was written for; a bucket recreated under the same name is a different
   * one.
   */
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
  readonly replica?: ReplicaOrigin | undefined;
}

/** Plans changes to objects. */
export class ObjectPlans {
  readonly #index: IndexDb;
  readonly #buckets: BucketCache;
  readonly #hooks: ChangeHooks;

  constructor(index: IndexDb, buckets: BucketCache, hooks: ChangeHooks) {
    this.#index = index;
    this.#buckets = buckets;
    this.#hooks = hooks;
  }

  /** Finds the rows affected by a write of `version` to the key. */
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
      plan: (next) => this.planPut(object, next),
    };
  }

  planPut(object: NewObject, next: () => number): Plan<StoredObject> {
    const sequence = next();
    const bucket = this.#buckets.need(object.bucket);
    if (bucket.id !== object.bucketId) {
      throw new S3Error('NoSuchBucket');
    }
    const { replica } = object;
    const at = { bucket, key: object.key, sequence };
    const place = placeOfVersion(this.#index.versions, at, replica);
    const found = this.find(bucket, object.key, place.version);
    checkCondition(object.condition, found.current);
    const etag = replica?.etag ?? object.etag;
    if (found.previous) {
      if (replica?.versionId !== undefined && found.previous.etag === etag) {
        throw new S3Error('PreconditionFailed');
      }
      checkUnlocked(found.previous, { now: Date.now(), bypass: false });
    }
    const covers = found.previous ? coversOf(found.previous) : undefined;
    const draft: ObjectEntry = {
      bucket: bucket.id,
      key: object.key,
      ...place,
      size: object.size,
      etag,
      attributes: pickAttributes(object.attributes),
      ...(object.checksum ? { checksum: object.checksum } : undefined),
      ...(object.blob ? { blob: object.blob } : undefined),
      ...(object.parts ? { parts: object.parts } : undefined),
      ...(covers ? { covers } : undefined),
    };
    const isReplica = replica !== undefined;
    const about = { kind: 'written', bucket, cause: object.cause, isReplica, sequence } as const;
    const { entry, result, change } = this.#marked(draft, about);
    const record = recordOf({ sequence, entry, found }, object.data);
    return { records: [record, ...sweepOf(found.previous, next)], result, change };
  }

  update(
    target: UpdateTarget,
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
        const sequence = next();
        const draft = entryOf(row, pickAttributes(change(row, isLatest)));
        const { cause, isReplica = false } = target;
        const about = { kind: 'updated', bucket, cause, isReplica, sequence } as const;
        const marked = this.#marked(draft, about);
        const records = [recordOf({ sequence, entry: marked.entry, found }, data)];
        return { ...marked, records, result: { ...marked.result, isLatest } };
      },
    };
  }

  /**
   * Sets the store's own notes on a version or delete marker. Does nothing if the version is gone
   * or `change` returns undefined.
   */
  annotate(
    target: { bucket: string; key: string; versionId: string },
    change: (current: StoredObject) => ObjectNotes | undefined,
    readData: (row: VersionRow) => Uint8Array | undefined,
  ): Mutation<void> {
    return {
      excludes: [objectName(target.bucket, target.key)],
      shares: [bucketName(target.bucket)],
      size: 0,
      plan: (next) => {
        const bucket = this.#buckets.need(target.bucket);
        const row = this.row(bucket, target.key, target.versionId);
        const from = { bucket: target.bucket, isLatest: false, withParts: false };
        const notes = row && change(toStoredObject(row, from));
        if (!row || !notes) {
          return { records: [], result: undefined };
        }
        const data = readData(row);
        const entry = entryOf(row, { ...parseAttributes(row.attributes), ...notes });
        const found = this.find(bucket, target.key, row.version);
        const records = [recordOf({ sequence: next(), entry, found }, data)];
        return { records, result: undefined };
      },
    };
  }

  /** What a version's record contains and what observers are told about it. */
  #marked(
    draft: ObjectEntry,
    about: {
      kind: ChangeKind;
      bucket: CachedBucket;
      cause: ChangeCause | undefined;
      isReplica: boolean;
      sequence: number;
    },
  ): { entry: ObjectEntry; result: StoredObject; change: ObjectChange } {
    const { kind, bucket, sequence } = about;
    const { name } = bucket.stored;
    const change = changeOf(kind, bucket, resultOf(draft, name), about);
    const replication = this.#hooks.mark(change, sequence);
    if (replication === undefined) {
      return { entry: draft, result: change.object(), change };
    }
    const entry = { ...draft, attributes: { ...draft.attributes, replication } };
    const result = resultOf(entry, name);
    return { entry, result, change: { ...change, object: () => result } };
  }

  /**
   * Returns the row of a version, or of the visible object.
   * @throws S3Error NoSuchKey, NoSuchVersion, or MethodNotAllowed for a delete marker
   */
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

  /** Returns the row of a version, or of the latest one, which may be a delete marker. */
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
        const isMarker =
          target.replica?.marker === true &&
          this.row(bucket, target.key, target.versionId) === undefined;
        if (isMarker || (target.versionId === undefined && bucket.entry.versioning !== 'off')) {
          return this.#planMarker(bucket, target, next);
        }
        return this.#planDelete(bucket, target, next);
      },
    };
  }

  #planDelete(bucket: CachedBucket, target: DeleteObject, next: () => number): Plan<DeletedObject> {
    const sequence = next();
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
      isReplica: target.replica !== undefined,
      object: () => toStoredObject(previous, from),
    };
    const records = [record, ...sweepOf(previous, next)];
    return { records, result: { key, ...named, deleteMarker, existed: true }, change };
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

  /** Adds a delete marker; in a versioning-suspended bucket it replaces the null version. */
  #planMarker(bucket: CachedBucket, target: DeleteObject, next: () => number): Plan<DeletedObject> {
    const sequence = next();
    const now = Date.now();
    const { versionId, replica } = target;
    const origin = replica && {
      ...(versionId === undefined ? undefined : { versionId }),
      ...(replica.modifiedAt === undefined ? undefined : { modifiedAt: replica.modifiedAt }),
    };
    const at = { bucket, key: target.key, sequence };
    const place = placeOfVersion(this.#index.versions, at, origin);
    const found = this.find(bucket, target.key, place.version);
    const latest = target.guard && this.row(bucket, target.key, undefined);
    this.#checkGuard(bucket, target, latest);
    if (target.guard && !latest) {
      return { records: [], result: { key: target.key, deleteMarker: false, existed: false } };
    }
    if (found.previous) {
      checkUnlocked(found.previous, { now, bypass: target.bypassGovernance === true });
    }
    const draft: ObjectEntry = {
      bucket: bucket.id,
      key: target.key,
      ...place,
      size: 0,
      etag: '',
      marker: true,
      attributes: replica
        ? { ...EMPTY_ATTRIBUTES, replication: { replica: true } }
        : EMPTY_ATTRIBUTES,
      ...(found.previous ? { covers: coversOf(found.previous) } : undefined),
    };
    const isReplica = replica !== undefined;
    const about = { kind: 'marked', bucket, cause: target.cause, isReplica, sequence } as const;
    const { entry, change } = this.#marked(draft, about);
    const record: PlannedRecord = { type: RECORD_TYPE.object, sequence, entry, found };
    const existed = found.current !== undefined;
    const result = {
      key: target.key,
      versionId: outerVersion(place.version),
      deleteMarker: true,
      existed,
    };
    return { records: [record, ...sweepOf(found.previous, next)], result, change };
  }
}

/** Schedules removal of a version's content from its tier when the version is removed. */
function sweepOf(row: VersionRow | undefined, next: () => number): readonly PlannedRecord[] {
  const { tiering } = row ? parseAttributes(row.attributes) : {};
  if (tiering === undefined) {
    return [];
  }
  const { tier, key, version } = tiering;
  const sweep: TierSweep = { tier, key, ...(version === undefined ? undefined : { version }) };
  return [queuedDocument(TIER_SWEEP_KIND, JSON.stringify(sweep), next()).record];
}
