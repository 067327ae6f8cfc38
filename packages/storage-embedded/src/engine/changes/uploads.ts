import { randomBytes } from 'node:crypto';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { IndexDb } from '../index/index-db.ts';
import type { ListedPart, UploadRow } from '../index/register-tables.ts';
import type { Mutation, PlannedRecord } from '../log/batch.ts';
import type {
  BlobRef,
  PartEntry,
  StoredPartRef,
  UploadEndEntry,
  UploadEntry,
} from '../log/entries.ts';
import { coversOf } from '../log/place.ts';
import { RECORD_TYPE } from '../log/record.ts';
import type { ReplicaOrigin } from '../object-replication.ts';
import type {
  ChangeCause,
  StoredChecksum,
  StoredObject,
  StoredPart,
  StoredUpload,
  WriteCondition,
} from '../types.ts';
import type { BucketCache } from './bucket-cache.ts';
import { bucketName, objectName, partName, uploadName } from './names.ts';
import { pickAttributes } from './object-entries.ts';
import type { ObjectPlans } from './objects.ts';
import { coversOfUpload } from './upload-covers.ts';

const ALL_PARTS = 1_000_000;

export interface CompleteResult {
  readonly etag: string;
  readonly checksum?: StoredChecksum;
  readonly condition?: WriteCondition;
  readonly cause?: ChangeCause;
  readonly replica?: ReplicaOrigin;
}

function newUploadId(): string {
  return Date.now().toString(16).padStart(12, '0') + randomBytes(16).toString('hex');
}

export function toStoredUpload(row: UploadRow, bucket: string): StoredUpload {
  const entry: UploadEntry = JSON.parse(row.entry);
  return {
    bucket,
    key: entry.key,
    uploadId: entry.upload,
    startedAt: entry.startedAt,
    attributes: entry.attributes,
    ...(entry.algorithm ? { checksumAlgorithm: entry.algorithm } : undefined),
    ...(entry.checksumType ? { checksumType: entry.checksumType } : undefined),
  };
}

export function toStoredPart(row: ListedPart): StoredPart {
  return {
    number: row.number,
    size: row.size,
    etag: row.etag,
    modifiedAt: row.modified,
    ...(row.checksum ? { checksum: JSON.parse(row.checksum) } : undefined),
  };
}

/** Plans changes to multipart uploads. */
export class UploadPlans {
  readonly #index: IndexDb;
  readonly #buckets: BucketCache;
  readonly #objects: ObjectPlans;

  constructor(index: IndexDb, buckets: BucketCache, objects: ObjectPlans) {
    this.#index = index;
    this.#buckets = buckets;
    this.#objects = objects;
  }

  create(upload: Omit<StoredUpload, 'uploadId' | 'startedAt'>): Mutation<string> {
    const id = newUploadId();
    return {
      excludes: [uploadName(id)],
      shares: [bucketName(upload.bucket)],
      size: 0,
      plan: (next) => {
        const { checksumAlgorithm: algorithm, checksumType } = upload;
        const entry: UploadEntry = {
          upload: id,
          bucket: this.#buckets.need(upload.bucket).id,
          key: upload.key,
          startedAt: Date.now(),
          attributes: pickAttributes(upload.attributes),
          ...(algorithm ? { algorithm } : undefined),
          ...(checksumType ? { checksumType } : undefined),
        };
        const record = { type: RECORD_TYPE.upload, sequence: next(), entry };
        return { records: [record], result: id };
      },
    };
  }

  /**
   * Returns the row of an open upload of this bucket and key.
   * @throws S3Error NoSuchUpload
   */
  need(upload: { bucket: string; key: string; uploadId: string }): UploadRow {
    const row = this.#index.uploads.get(upload.uploadId);
    const bucket = this.#buckets.need(upload.bucket);
    if (!row || row.bucket !== bucket.id || row.key !== upload.key) {
      throw new S3Error('NoSuchUpload');
    }
    return row;
  }

  putPart(
    upload: StoredUpload,
    part: Omit<PartEntry, 'upload' | 'modifiedAt' | 'covers'>,
  ): Mutation<StoredPart> {
    return {
      excludes: [partName(upload.uploadId, part.number)],
      shares: [bucketName(upload.bucket), uploadName(upload.uploadId)],
      size: 0,
      plan: (next) => {
        this.need(upload);
        const former = this.#index.parts.get(upload.uploadId, part.number);
        const modifiedAt = Date.now();
        const entry: PartEntry = {
          upload: upload.uploadId,
          ...part,
          modifiedAt,
          ...(former ? { covers: coversOf(former) } : undefined),
        };
        const { number, size, etag, checksum } = part;
        const result = { number, size, etag, modifiedAt, ...(checksum ? { checksum } : undefined) };
        return { records: [{ type: RECORD_TYPE.part, sequence: next(), entry }], result };
      },
    };
  }

  complete(
    upload: StoredUpload,
    chosen: readonly { number: number; etag: string }[],
    result: CompleteResult,
  ): Mutation<StoredObject> {
    return {
      excludes: [uploadName(upload.uploadId), objectName(upload.bucket, upload.key)],
      shares: [bucketName(upload.bucket)],
      size: 0,
      plan: (next) => {
        const row = this.need(upload);
        const { parts, unused } = this.#choose(upload.uploadId, chosen);
        const object = {
          bucket: upload.bucket,
          bucketId: row.bucket,
          key: upload.key,
          attributes: upload.attributes,
          size: parts.reduce((sum, part) => sum + part.size, 0),
          parts,
          ...result,
        };
        const put = this.#objects.planPut(object, next);
        const covers = coversOfUpload(this.#index, row);
        const entry: UploadEndEntry = { upload: upload.uploadId, unused, covers };
        const end: PlannedRecord = { type: RECORD_TYPE.uploadEnd, sequence: next(), entry };
        return { ...put, records: [...put.records, end] };
      },
    };
  }

  #choose(
    upload: string,
    chosen: readonly { number: number; etag: string }[],
  ): { parts: readonly StoredPartRef[]; unused: readonly number[] } {
    const stored = this.#index.parts.list(upload, 0, ALL_PARTS);
    // Parsed in one go: ten thousand separate parses take several times as long.
    const blobs: BlobRef[] = JSON.parse(`[${stored.map(({ blob }) => blob).join()}]`);
    const rows = new Map(stored.map((row, i) => [row.number, { row, blob: blobs[i] }]));
    const parts = chosen.map(({ number, etag }): StoredPartRef => {
      const { row, blob } = rows.get(number) ?? {};
      if (!row || !blob || row.etag !== etag.replaceAll('"', '')) {
        throw new S3Error('InvalidPart');
      }
      rows.delete(number);
      const part = { number, size: row.size, etag: row.etag, blob };
      return row.checksum ? { ...part, checksum: JSON.parse(row.checksum) } : part;
    });
    return { parts, unused: [...rows.keys()] };
  }

  abort(upload: StoredUpload): Mutation<void> {
    return this.#abort(upload.uploadId, () => this.need(upload));
  }

  /** Aborts an upload if it still exists. */
  abortById(id: string): Mutation<void> {
    return this.#abort(id, () => this.#index.uploads.get(id));
  }

  #abort(id: string, find: () => UploadRow | undefined): Mutation<void> {
    return {
      excludes: [uploadName(id)],
      shares: [],
      size: 0,
      plan: (next) => {
        const row = find();
        if (!row) {
          return { records: [], result: undefined };
        }
        const entry: UploadEndEntry = { upload: id, covers: coversOfUpload(this.#index, row) };
        const record = { type: RECORD_TYPE.uploadEnd, sequence: next(), entry };
        return { records: [record], result: undefined };
      },
    };
  }
}
