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

/** All buckets, kept in memory beside the index because every request needs one. */
export class BucketCache {
  readonly #index: IndexDb;
  readonly #byName = new Map<string, CachedBucket>();
  readonly #names = new Map<number, string>();
  #sorted: readonly StoredBucket[] = [];

  constructor(index: IndexDb) {
    this.#index = index;
    for (const row of index.buckets.all()) {
      this.#keep(row);
    }
    this.#sorted = [...this.#byName.values()].map((bucket) => bucket.stored);
  }

  /**
   * Rereads the buckets that were created, changed or removed; calling the returned function makes
   * the new state visible.
   */
  refresh(ids: ReadonlySet<number>): () => void {
    const rows = [...ids].flatMap((id) => this.#index.buckets.get(id) ?? []);
    return () => this.#show(ids, rows);
  }

  #show(ids: ReadonlySet<number>, rows: readonly BucketRow[]): void {
    // Callers may still hold the previous list.
    const sorted = [...this.#sorted];
    for (const id of ids) {
      const former = this.#names.get(id);
      if (former !== undefined) {
        this.#byName.delete(former);
        this.#names.delete(id);
        sorted.splice(placeOf(sorted, former), 1);
      }
    }
    for (const row of rows) {
      const { stored } = this.#keep(row);
      sorted.splice(placeOf(sorted, stored.name), 0, stored);
    }
    this.#sorted = sorted;
  }

  #keep(row: BucketRow): CachedBucket {
    const entry: BucketEntry = JSON.parse(row.entry);
    const { name, createdAt, region, versioning, objectLock, settings } = entry;
    const stored = { name, createdAt, region, versioning, objectLock, settings };
    const bucket = { id: row.id, row, entry, stored };
    this.#byName.set(name, bucket);
    this.#names.set(row.id, name);
    return bucket;
  }

  find(name: string): CachedBucket | undefined {
    return this.#byName.get(name);
  }

  /**
   * Returns the bucket.
   * @throws S3Error NoSuchBucket
   */
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

  /** All buckets, sorted by name. */
  get all(): readonly StoredBucket[] {
    return this.#sorted;
  }
}

/** Returns the position of the bucket of that name in the list, or where to insert it. */
function placeOf(sorted: readonly StoredBucket[], name: string): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle]?.name ?? '') < name) {
      from = middle + 1;
    } else {
      to = middle;
    }
  }
  return from;
}
