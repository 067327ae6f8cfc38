import type { Readable } from 'node:stream';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { BucketChange, BucketPlans } from './changes/buckets.ts';
import type { ChangeHooks, ChangeObserver, Observable } from './changes/change-hooks.ts';
import { documentMutation, documentsMutation, queueMutation } from './changes/documents.ts';
import { ObjectWriter, type ObjectWriterParts } from './changes/object-writer.ts';
import {
  CONTENT,
  type ContentPlace,
  type LocatedObject,
  parseAttributes,
  remoteOf,
  toStoredObject,
} from './changes/stored-object.ts';
import { seenOf } from './changes/tier-plans.ts';
import { type CompleteResult, toStoredPart, toStoredUpload } from './changes/uploads.ts';
import { boundsOf } from './content/content-reader.ts';
import { storedBody } from './content/stored-body.ts';
import type { DrainLine } from './draining.ts';
import type { HealedVersion, HealQuery } from './healing.ts';
import { healthOf } from './health.ts';
import type { Checkpointer } from './index/checkpointer.ts';
import type { IndexDb } from './index/index-db.ts';
import { AFTER_ALL, afterPrefix } from './index/key-range.ts';
import type { ListingReader } from './index/listing.ts';
import { emptyCounters, usageOf } from './index/usage-counters.ts';
import type { VersionRow } from './index/version-tables.ts';
import { sealIndex } from './recovery/index-seal.ts';
import type { StoreHealth } from './store-health.ts';
import type { ObjectTiering, TierReader } from './tiering.ts';
import type {
  AttributesChange,
  BucketUsage,
  ByteRange,
  DeletedObject,
  DeleteObject,
  DriveState,
  Engine,
  IncomingBody,
  Listing,
  ListQuery,
  ObjectNotes,
  PutObject,
  StoredBucket,
  StoredObject,
  StoredPart,
  StoredUpload,
  UpdateTarget,
} from './types.ts';
import { markSession } from './upkeep/session.ts';
import { type MaintenanceParts, StoreMaintenance } from './upkeep/store-maintenance.ts';
import type { Upkeep } from './upkeep/upkeep.ts';
import type { VerifyLine, VerifyOptions } from './verification.ts';

export interface StoreParts extends ObjectWriterParts, MaintenanceParts {
  readonly checkpointer: Checkpointer;
  readonly bucketPlans: BucketPlans;
  readonly listing: ListingReader;
  readonly hooks: ChangeHooks;
}

/** The engine, assembled from its parts. */
export class Store implements Engine, Observable {
  readonly #parts: StoreParts;
  readonly #writer: ObjectWriter;
  readonly #maintenance: StoreMaintenance;
  #closing: Promise<void> | undefined;
  #readTier: TierReader = ({ tier }) => {
    throw new S3Error('XMinioBackendDown', `The tier ${tier} is not connected.`);
  };

  constructor(parts: StoreParts) {
    this.#parts = parts;
    this.#writer = new ObjectWriter(parts);
    this.#maintenance = new StoreMaintenance(parts, this, () => this.#closing !== undefined);
  }

  /** The background work, so that tests can drive it. */
  get upkeep(): Upkeep {
    return this.#parts.upkeep;
  }

  /** The index, so that tests can tamper with it. */
  get index(): IndexDb {
    return this.#parts.index;
  }

  async createBucket(bucket: { name: string; region: string; objectLock: boolean }): Promise<void> {
    this.#parts.drives.needRoom();
    await this.#parts.committer.submit(this.#parts.bucketPlans.create(bucket));
  }

  async updateBucket(name: string, change: BucketChange): Promise<void> {
    await this.#parts.committer.submit(this.#parts.bucketPlans.update(name, change));
  }

  async deleteBucket(name: string): Promise<void> {
    await this.#parts.committer.submit(this.#parts.bucketPlans.delete(name));
  }

  getBucket(name: string): StoredBucket | undefined {
    return this.#parts.buckets.find(name)?.stored;
  }

  listBuckets(): readonly StoredBucket[] {
    return this.#parts.buckets.all;
  }

  putObject(put: PutObject): Promise<StoredObject> {
    return this.#writer.put(put);
  }

  updateObject(
    target: UpdateTarget,
    change: (current: StoredObject) => AttributesChange,
  ): Promise<StoredObject> {
    return this.#writer.update(target, change);
  }

  annotate(
    target: { bucket: string; key: string; versionId: string },
    change: (current: StoredObject) => ObjectNotes | undefined,
  ): Promise<void> {
    return this.#writer.annotate(target, change);
  }

  getObject(bucket: string, key: string, versionId?: string): StoredObject | undefined {
    const { buckets, objects, index } = this.#parts;
    const found = buckets.need(bucket);
    const row = objects.row(found, key, versionId);
    if (!row) {
      return undefined;
    }
    const isLatest =
      versionId === undefined || objects.isLatest(row, index.versions.current(found.id, key));
    return toStoredObject(row, { bucket, isLatest, withParts: true });
  }

  readTiersBy(reader: TierReader): void {
    this.#readTier = reader;
  }

  readObject(object: StoredObject, range?: ByteRange): Readable {
    const remote = remoteOf(object);
    if (remote) {
      return this.#readTier(remote, range);
    }
    const { key, size } = object;
    const owner = { bucket: this.#parts.buckets.find(object.bucket)?.id ?? 0, key };
    const again = () => this.#row(object);
    return this.#parts.content.stream(this.#place(object), { size, owner, range, again });
  }

  storedLength(object: StoredObject): number {
    const { tiering, size } = object;
    return tiering?.length ?? this.#parts.content.storedLength(this.#place(object), size);
  }

  hold(object: StoredObject): () => void {
    return remoteOf(object) ? () => undefined : this.#parts.content.hold(this.#place(object));
  }

  readSmall(object: StoredObject, range?: ByteRange): Promise<Uint8Array> | undefined {
    if (remoteOf(object)) {
      return undefined;
    }
    const place = this.#place(object);
    if (place.blob !== null || place.parts !== null) {
      return undefined;
    }
    const { start, end } = boundsOf(object.size, range);
    const whole = this.#parts.content.readInline(place, () => this.#row(object));
    return range ? whole.then((bytes) => bytes.subarray(start, end)) : whole;
  }

  /**
   * Returns the row of exactly this content, or undefined if it was deleted, replaced or moved to a
   * tier.
   */
  #row(object: StoredObject): VersionRow | undefined {
    const bucket = this.#parts.buckets.find(object.bucket);
    const row = bucket && this.#parts.objects.row(bucket, object.key, object.versionId);
    const isSame = row?.etag === object.etag && row.size === object.size;
    return isSame && !remoteOf(parseAttributes(row.attributes)) ? row : undefined;
  }

  #place(object: LocatedObject): ContentPlace {
    const place = object[CONTENT] ?? this.#row(object);
    if (!place) {
      throw new S3Error('NoSuchKey');
    }
    return place;
  }

  moveToTier(object: StoredObject, tiering: ObjectTiering, intent: string): Promise<boolean> {
    return this.#parts.committer.submit(this.#parts.tiers.away(seenOf(object), tiering, intent));
  }

  keepCopy(
    object: StoredObject,
    stored: AsyncIterable<Uint8Array>,
    until: number,
  ): Promise<boolean> {
    return this.#writer.keepCopy(object, seenOf(object), {
      body: storedBody(object, stored),
      until,
    });
  }

  async dropCopy(object: StoredObject, now: number): Promise<void> {
    await this.#parts.committer.submit(this.#parts.tiers.dropped(seenOf(object), now));
  }

  deleteObject(target: DeleteObject): Promise<DeletedObject> {
    return this.#parts.committer.submit(this.#parts.objects.delete(target));
  }

  async deleteObjects(
    targets: readonly DeleteObject[],
  ): Promise<readonly (DeletedObject | Error)[]> {
    const outcomes = targets.map((target) =>
      this.deleteObject(target).catch((error: unknown) =>
        error instanceof Error ? error : new S3Error('InternalError'),
      ),
    );
    return Promise.all(outcomes);
  }

  list(query: ListQuery): Listing {
    return this.#parts.listing.list(this.#parts.buckets.need(query.bucket), query);
  }

  createUpload(upload: Omit<StoredUpload, 'uploadId' | 'startedAt'>): Promise<string> {
    return this.#writer.createUpload(upload);
  }

  getUpload(bucket: string, key: string, uploadId: string): StoredUpload | undefined {
    const id = this.#parts.buckets.need(bucket).id;
    const row = this.#parts.index.uploads.get(uploadId);
    return row && row.bucket === id && row.key === key ? toStoredUpload(row, bucket) : undefined;
  }

  listUploads(
    bucket: string,
    query: { prefix: string; afterKey: string; afterUpload: string; limit: number },
  ): readonly StoredUpload[] {
    const { prefix, afterKey, afterUpload, limit } = query;
    const rows = this.#parts.index.uploads.list(this.#parts.buckets.need(bucket).id, {
      afterKey,
      afterId: afterKey !== '' && afterUpload === '' ? AFTER_ALL : afterUpload,
      from: prefix,
      below: afterPrefix(prefix),
      limit,
    });
    return rows.map((row) => toStoredUpload(row, bucket));
  }

  putPart(upload: StoredUpload, number: number, body: IncomingBody): Promise<StoredPart> {
    return this.#writer.putPart(upload, number, body);
  }

  listParts(upload: StoredUpload, query: { after: number; limit: number }): readonly StoredPart[] {
    this.#parts.uploads.need(upload);
    return this.#parts.index.parts
      .list(upload.uploadId, query.after, query.limit)
      .map(toStoredPart);
  }

  completeUpload(
    upload: StoredUpload,
    parts: readonly { number: number; etag: string }[],
    result: CompleteResult,
  ): Promise<StoredObject> {
    return this.#parts.committer.submit(this.#parts.uploads.complete(upload, parts, result));
  }

  async abortUpload(upload: StoredUpload): Promise<void> {
    await this.#parts.committer.submit(this.#parts.uploads.abort(upload));
  }

  getDocument(kind: string, name: string): string | undefined {
    return this.#parts.index.documents.get(kind, name)?.value;
  }

  listDocuments(kind: string): readonly { name: string; value: string }[] {
    return this.#parts.index.documents.list(kind);
  }

  async putDocument(kind: string, name: string, value: string | null): Promise<void> {
    await this.#parts.committer.submit(documentMutation(this.#parts.index, { kind, name, value }));
  }

  async putDocuments(kind: string, values: ReadonlyMap<string, string | null>): Promise<void> {
    await this.#parts.committer.submit(documentsMutation(this.#parts.index, kind, values));
  }

  queueDocument(kind: string, value: string): Promise<string> {
    return this.#parts.committer.submit(queueMutation(kind, value));
  }

  pageDocuments(kind: string, after: string, limit: number): ReturnType<Engine['pageDocuments']> {
    return this.#parts.index.documents.page(kind, after, limit);
  }

  countDocuments(kind: string): number {
    return this.#parts.index.documents.count(kind);
  }

  observe(observer: ChangeObserver): void {
    this.#parts.hooks.add(observer);
  }

  usage(): readonly BucketUsage[] {
    const { buckets, index } = this.#parts;
    return buckets.all.map(({ name }) => {
      const counters = index.accounting.usage.get(buckets.need(name).id) ?? emptyCounters();
      return usageOf(name, counters);
    });
  }

  async drives(): Promise<readonly DriveState[]> {
    await this.#parts.upkeep.poll();
    return this.#parts.drives.states();
  }

  health(): StoreHealth {
    const { drives, index, upkeep } = this.#parts;
    return healthOf(drives, index, upkeep.parts);
  }

  verify(options: VerifyOptions): AsyncGenerator<VerifyLine> {
    return this.#maintenance.verify(options);
  }

  drainDrive(path: string): Promise<AsyncGenerator<DrainLine>> {
    return this.#maintenance.drainDrive(path);
  }

  healObjects(query: HealQuery): AsyncGenerator<HealedVersion> {
    return this.#maintenance.healObjects(query);
  }

  replaceDrive(path: string): Promise<void> {
    return this.#maintenance.replaceDrive(path);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { upkeep, committer, checkpointer, drives, files, hashes, index, locks } = this.#parts;
    try {
      await upkeep.stopWriters();
      await committer.close();
      await upkeep.stop();
      files.close();
      await hashes.close();
      await checkpointer.close();
      await markSession(drives, index);
      index.close();
      await sealIndex(index.path);
    } finally {
      locks.release();
    }
  }
}
