import { S3Error } from '@stowage/storage-wire/s3-error';
import type { IndexDb } from '../index/index-db.ts';
import type { BucketRow } from '../index/register-tables.ts';
import type { BucketEntry } from '../log/entries.ts';
import type { StoredBucket } from '../types.ts';

export interface CachedBucket {
  readonly id: number;
  readonly row: BucketRow;
  readonly entry: BucketEntry;
  readonly stored: StoredBucket;
}

/** The buckets, kept in memory beside the index: every request asks for one. */
export class BucketCache {
  readonly #index: IndexDb;
  #byName = new Map<string, CachedBucket>();
  #names = new Map<number, string>();
  #sorted: readonly StoredBucket[] = [];

  constructor(index: IndexDb) {
    this.#index = index;
    this.reload();
  }

  /** Reads the buckets again, after a change of any. */
  reload(): void {
    this.#byName = new Map();
    this.#names = new Map();
    for (const row of this.#index.buckets.all()) {
      const entry: BucketEntry = JSON.parse(row.entry);
      const { name, createdAt, region, versioning, objectLock, settings } = entry;
      const stored = { name, createdAt, region, versioning, objectLock, settings };
      this.#byName.set(name, { id: row.id, row, entry, stored });
      this.#names.set(row.id, name);
    }
    this.#sorted = [...this.#byName.values()].map((bucket) => bucket.stored);
  }

  find(name: string): CachedBucket | undefined {
    return this.#byName.get(name);
  }

  /** The bucket, or NoSuchBucket. */
  need(name: string): CachedBucket {
    const bucket = this.#byName.get(name);
    if (!bucket) {
      throw new S3Error('NoSuchBucket');
    }
    return bucket;
  }

  nameOf(id: number): string | undefined {
    return this.#names.get(id);
  }

  /** All buckets by name. */
  get all(): readonly StoredBucket[] {
    return this.#sorted;
  }
}
