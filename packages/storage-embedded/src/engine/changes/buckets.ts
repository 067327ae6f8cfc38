import { S3Error } from '@stowage/storage-wire/s3-error';
import type { IndexDb } from '../index/index-db.ts';
import type { Mutation, PlannedRecord } from '../log/batch.ts';
import type { BucketEntry, UploadEndEntry } from '../log/entries.ts';
import { coversOf } from '../log/place.ts';
import { RECORD_TYPE } from '../log/record.ts';
import type { Versioning } from '../types.ts';
import type { BucketCache } from './bucket-cache.ts';
import { bucketName } from './names.ts';
import { coversOfUpload } from './upload-covers.ts';

export interface BucketChange {
  readonly versioning?: Versioning;
  readonly settings?: Record<string, string | null>;
}

function mergeSettings(
  settings: Readonly<Record<string, string>>,
  change: Record<string, string | null>,
): Record<string, string> {
  const merged = { ...settings };
  for (const [name, value] of Object.entries(change)) {
    if (value === null) {
      delete merged[name];
    } else {
      merged[name] = value;
    }
  }
  return merged;
}

/** Plans changes to buckets. */
export class BucketPlans {
  readonly #index: IndexDb;
  readonly #buckets: BucketCache;

  constructor(index: IndexDb, buckets: BucketCache) {
    this.#index = index;
    this.#buckets = buckets;
  }

  create(bucket: { name: string; region: string; objectLock: boolean }): Mutation<void> {
    return this.#mutation(bucket.name, (next) => {
      if (this.#buckets.find(bucket.name)) {
        throw new S3Error('BucketAlreadyOwnedByYou');
      }
      const sequence = next();
      const entry: BucketEntry = {
        id: sequence,
        name: bucket.name,
        createdAt: Date.now(),
        region: bucket.region,
        versioning: bucket.objectLock ? 'enabled' : 'off',
        objectLock: bucket.objectLock,
        settings: {},
      };
      return [{ type: RECORD_TYPE.bucket, sequence, entry }];
    });
  }

  update(name: string, change: BucketChange): Mutation<void> {
    return this.#mutation(name, (next) => {
      const { entry: former, row } = this.#buckets.need(name);
      const versioning = change.versioning ?? former.versioning;
      if (versioning === 'off' && former.versioning !== 'off') {
        throw new S3Error('InvalidBucketState', 'Versioning can be suspended, not switched off.');
      }
      if (versioning !== 'enabled' && former.objectLock) {
        throw new S3Error('InvalidBucketState', 'Object lock needs versioning.');
      }
      const settings = mergeSettings(former.settings, change.settings ?? {});
      const entry: BucketEntry = { ...former, versioning, settings, covers: coversOf(row) };
      return [{ type: RECORD_TYPE.bucket, sequence: next(), entry }];
    });
  }

  delete(name: string): Mutation<void> {
    return this.#mutation(name, (next) => {
      const { id, row } = this.#buckets.need(name);
      if (this.#index.versions.hasAny(id)) {
        throw new S3Error('BucketNotEmpty');
      }
      const records: PlannedRecord[] = this.#index.uploads.ofBucket(id).map((upload) => {
        const covers = coversOfUpload(this.#index, upload);
        const entry: UploadEndEntry = { upload: upload.id, covers };
        return { type: RECORD_TYPE.uploadEnd, sequence: next(), entry };
      });
      const entry = { id, covers: coversOf(row) };
      records.push({ type: RECORD_TYPE.bucketDelete, sequence: next(), entry });
      return records;
    });
  }

  #mutation(name: string, plan: (next: () => number) => readonly PlannedRecord[]): Mutation<void> {
    return {
      excludes: [bucketName(name)],
      shares: [],
      size: 0,
      plan: (next) => ({ records: plan(next), result: undefined }),
    };
  }
}
