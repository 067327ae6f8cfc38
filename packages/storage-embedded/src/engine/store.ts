import type { Readable } from 'node:stream';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { BucketCache } from './changes/bucket-cache.ts';
import type { BucketChange, BucketPlans } from './changes/buckets.ts';
import { documentMutation } from './changes/documents.ts';
import type { ObjectPlans } from './changes/objects.ts';
import {
  CONTENT,
  type ContentPlace,
  type LocatedObject,
  toStoredObject,
} from './changes/stored-object.ts';
import {
  type CompleteResult,
  toStoredPart,
  toStoredUpload,
  type UploadPlans,
} from './changes/uploads.ts';
import type { BlobLabel } from './content/blob-format.ts';
import { boundsOf, type ContentReader } from './content/content-reader.ts';
import type { Garbage } from './content/garbage.ts';
import { INLINE_LIMIT, receive } from './content/incoming.ts';
import type { DirectoryLock } from './drives/directory-lock.ts';
import type { DriveSet } from './drives/drive-set.ts';
import type { IndexDb } from './index/index-db.ts';
import { AFTER_ALL, afterPrefix } from './index/key-range.ts';
import type { ListingReader } from './index/listing.ts';
import { emptyCounters } from './index/usage-counters.ts';
import type { VersionRow } from './index/version-tables.ts';
import type { Committer } from './log/committer.ts';
import type { SegmentFiles } from './log/segment-files.ts';
import type {
  BucketUsage,
  ByteRange,
  DeletedObject,
  DeleteObject,
  DriveState,
  Engine,
  IncomingBody,
  Listing,
  ListQuery,
  ObjectAttributes,
  PutObject,
  StoredBucket,
  StoredObject,
  StoredPart,
  StoredUpload,
} from './types.ts';

export interface StoreParts {
  readonly lock: DirectoryLock;
  readonly drives: DriveSet;
  readonly index: IndexDb;
  readonly files: SegmentFiles;
  readonly committer: Committer;
  readonly garbage: Garbage;
  readonly buckets: BucketCache;
  readonly objects: ObjectPlans;
  readonly bucketPlans: BucketPlans;
  readonly uploads: UploadPlans;
  readonly listing: ListingReader;
  readonly content: ContentReader;
}

/** Thrown within a plan when the content read for it was replaced in the meantime. */
class ContentReplaced extends Error {}

/** The engine over its parts. */
export class Store implements Engine {
  readonly #parts: StoreParts;

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  async createBucket(bucket: { name: string; region: string; objectLock: boolean }): Promise<void> {
    await this.#changeBucket(this.#parts.bucketPlans.create(bucket));
  }

  async updateBucket(name: string, change: BucketChange): Promise<void> {
    await this.#changeBucket(this.#parts.bucketPlans.update(name, change));
  }

  async deleteBucket(name: string): Promise<void> {
    await this.#changeBucket(this.#parts.bucketPlans.delete(name));
  }

  async #changeBucket(mutation: ReturnType<BucketPlans['create']>): Promise<void> {
    await this.#parts.committer.submit(mutation);
  }

  getBucket(name: string): StoredBucket | undefined {
    return this.#parts.buckets.find(name)?.stored;
  }

  listBuckets(): readonly StoredBucket[] {
    return this.#parts.buckets.all;
  }

  async putObject(put: PutObject): Promise<StoredObject> {
    const { bucket, key, attributes, condition } = put;
    const label = this.#label({ bucket, key }, attributes);
    const received = await receive(this.#parts.drives, put.body, {
      label,
      inlineLimit: INLINE_LIMIT,
    });
    const { md5: etag, ...content } = received;
    const object = { bucket, key, attributes, condition, etag, ...content };
    return this.#parts.committer.submit(this.#parts.objects.put(object));
  }

  #label(
    of: { bucket: string; key: string; upload?: string; part?: number },
    attributes?: ObjectAttributes,
  ): Omit<BlobLabel, 'id'> {
    const bucketId = this.#parts.buckets.need(of.bucket).id;
    return { ...of, bucketId, createdAt: Date.now(), ...(attributes ? { attributes } : undefined) };
  }

  async updateObject(
    target: { bucket: string; key: string; versionId?: string },
    change: (current: StoredObject) => Partial<ObjectAttributes>,
  ): Promise<StoredObject> {
    const { objects, buckets, content, committer } = this.#parts;
    for (;;) {
      const bucket = buckets.need(target.bucket);
      const before = objects.needVersion(bucket, target.key, target.versionId);
      const inline = before.blob === null && before.parts === null;
      const data = inline ? await content.readInline(before) : undefined;
      const merged = (row: VersionRow): ObjectAttributes => {
        const current = objects.row(bucket, row.key, undefined);
        const isLatest = current?.ord === row.ord;
        const object = toStoredObject(row, { bucket: target.bucket, isLatest, withParts: true });
        return { ...object, ...change(object) };
      };
      const readData = (row: VersionRow): Uint8Array | undefined => {
        if (row.ord !== before.ord) {
          throw new ContentReplaced();
        }
        return data;
      };
      try {
        return await committer.submit(objects.update(target, merged, readData));
      } catch (error) {
        if (!(error instanceof ContentReplaced)) {
          throw error;
        }
      }
    }
  }

  getObject(bucket: string, key: string, versionId?: string): StoredObject | undefined {
    const found = this.#parts.buckets.need(bucket);
    const row = this.#parts.objects.row(found, key, versionId);
    if (!row) {
      return undefined;
    }
    const isLatest =
      versionId === undefined ||
      this.#parts.objects.isLatest(row, this.#parts.index.versions.current(found.id, key));
    return toStoredObject(row, { bucket, isLatest, withParts: true });
  }

  readObject(object: StoredObject, range?: ByteRange): Readable {
    const bounds = boundsOf(object.size, range);
    return this.#parts.content.stream(this.#place(object), object.size, bounds);
  }

  readSmall(object: StoredObject, range?: ByteRange): Promise<Uint8Array> | undefined {
    const place = this.#place(object);
    if (place.blob !== null || place.parts !== null) {
      return undefined;
    }
    const { start, end } = boundsOf(object.size, range);
    const whole = this.#parts.content.readInline(place);
    return range ? whole.then((bytes) => bytes.subarray(start, end)) : whole;
  }

  #place(object: LocatedObject): ContentPlace {
    const known = object[CONTENT];
    if (known) {
      return known;
    }
    const bucket = this.#parts.buckets.need(object.bucket);
    const row = this.#parts.objects.row(bucket, object.key, object.versionId);
    if (!row || row.etag !== object.etag || row.size !== object.size) {
      throw new S3Error('NoSuchKey');
    }
    return row;
  }

  deleteObject(target: DeleteObject): Promise<DeletedObject> {
    return this.#parts.committer.submit(this.#parts.objects.delete(target));
  }

  async deleteObjects(
    targets: readonly DeleteObject[],
  ): Promise<readonly (DeletedObject | Error)[]> {
    const results = await Promise.allSettled(targets.map((target) => this.deleteObject(target)));
    return results.map((result) =>
      result.status === 'fulfilled'
        ? result.value
        : result.reason instanceof Error
          ? result.reason
          : new S3Error('InternalError'),
    );
  }

  list(query: ListQuery): Listing {
    return this.#parts.listing.list(this.#parts.buckets.need(query.bucket), query);
  }

  createUpload(upload: Omit<StoredUpload, 'uploadId' | 'startedAt'>): Promise<string> {
    return this.#parts.committer.submit(this.#parts.uploads.create(upload));
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
    const rows = this.#parts.index.uploads.list(this.#parts.buckets.need(bucket).id, {
      afterKey: query.afterKey,
      afterId: query.afterKey !== '' && query.afterUpload === '' ? AFTER_ALL : query.afterUpload,
      from: query.prefix,
      below: afterPrefix(query.prefix),
      limit: query.limit,
    });
    return rows.map((row) => toStoredUpload(row, bucket));
  }

  async putPart(upload: StoredUpload, number: number, body: IncomingBody): Promise<StoredPart> {
    this.#parts.uploads.need(upload);
    const { bucket, key, uploadId } = upload;
    const label = this.#label({ bucket, key, upload: uploadId, part: number });
    const received = await receive(this.#parts.drives, body, { label, inlineLimit: -1 });
    const { size, md5: etag, checksum, blob } = received;
    if (!blob) {
      throw new S3Error('InternalError');
    }
    const part = { number, size, etag, blob, ...(checksum ? { checksum } : undefined) };
    return this.#parts.committer.submit(this.#parts.uploads.putPart(upload, part));
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

  usage(): readonly BucketUsage[] {
    const { buckets, index } = this.#parts;
    return buckets.all.map(({ name }) => {
      const id = buckets.need(name).id;
      const counters = index.accounting.usage.get(id) ?? emptyCounters();
      return { bucket: name, ...counters, histogram: [...counters.histogram] };
    });
  }

  drives(): Promise<readonly DriveState[]> {
    return this.#parts.drives.states();
  }

  async close(): Promise<void> {
    await this.#parts.committer.close();
    await this.#parts.garbage.close();
    await this.#parts.files.close();
    this.#parts.index.close();
    this.#parts.lock.release();
  }
}
