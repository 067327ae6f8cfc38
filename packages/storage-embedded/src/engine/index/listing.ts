import type { CachedBucket } from '../changes/bucket-cache.ts';
import { innerVersion, outerVersion, parseAttributes } from '../changes/stored-object.ts';
import { sequenceOfVersion } from '../changes/version-id.ts';
import type { Listing, ListQuery, StoredObject } from '../types.ts';
import type { IndexDb } from './index-db.ts';
import { afterPrefix, commonPrefix, compareKeys } from './key-range.ts';
import { type Cursor, type ListedRow, ListingPages, NEWEST } from './listing-pages.ts';

const FIRST_PAGE = 32;
const MAX_PAGE = 1000;

type ReadPage = (from: Cursor, end: string, limit: number) => readonly ListedRow[];

interface Start extends Cursor {
  /** The key to start in, if its latest version comes before the start. */
  readonly begun?: string;
}

/** Lists objects, versions and common prefixes. */
export class ListingReader {
  readonly #index: IndexDb;
  readonly #pages: ListingPages;

  constructor(index: IndexDb) {
    this.#index = index;
    this.#pages = new ListingPages(index.db);
  }

  list(bucket: CachedBucket, query: ListQuery): Listing {
    const pages = this.#pages;
    const read: ReadPage = query.versions
      ? (from, end, limit) => pages.versions(bucket.id, { from, end, limit })
      : (from, end, limit) => pages.objects(bucket.id, { from, end, limit });
    return collect(bucket.stored.name, { query, read, start: this.#start(bucket, query) });
  }

  #start(bucket: CachedBucket, query: ListQuery): Start {
    const { prefix, delimiter, after } = query;
    if (after === '' || compareKeys(after, prefix) < 0) {
      return { key: prefix, below: NEWEST };
    }
    const common = after.startsWith(prefix) ? commonPrefix(after, prefix, delimiter) : undefined;
    if (common !== undefined) {
      return { key: afterPrefix(common), below: NEWEST };
    }
    if (query.versions && query.afterVersion) {
      return this.#within(bucket, after, query.afterVersion);
    }
    return { key: `${after}\0`, below: NEWEST };
  }

  /**
   * Continues within a key after the last version of the previous page, which may have been deleted
   * since.
   */
  #within(bucket: CachedBucket, key: string, versionId: string): Start {
    const { versions } = this.#index;
    const version = innerVersion(versionId);
    const current = versions.current(bucket.id, key);
    const row = current?.version === version ? current : versions.byId(bucket.id, key, version);
    const below = row?.ord ?? sequenceOfVersion(versionId) ?? NEWEST;
    const newest = current ?? versions.newest(bucket.id, key);
    return newest && newest.ord >= below ? { key, below, begun: key } : { key, below: NEWEST };
  }
}

function toListed(row: ListedRow, bucket: string, isLatest: boolean): StoredObject {
  return {
    ...parseAttributes(row.attributes),
    bucket,
    key: row.key,
    versionId: outerVersion(row.version),
    isLatest,
    isDeleteMarker: row.marker !== 0,
    size: row.size,
    etag: row.etag,
    modifiedAt: row.modified,
    ...(row.checksum ? { checksum: JSON.parse(row.checksum) } : undefined),
  };
}

/** Collects the entries of one listing, up to its limit. */
class Gathering {
  readonly #objects: StoredObject[] = [];
  readonly #prefixes: string[] = [];
  #next: Listing['next'];

  get count(): number {
    return this.#objects.length + this.#prefixes.length;
  }

  addObject(object: StoredObject): void {
    this.#objects.push(object);
    this.#next = { key: object.key, versionId: object.versionId };
  }

  addPrefix(prefix: string): void {
    this.#prefixes.push(prefix);
    this.#next = { key: prefix };
  }

  end(more: boolean): Listing {
    const found = { objects: this.#objects, prefixes: this.#prefixes };
    return more && this.#next ? { ...found, next: this.#next } : found;
  }
}

/**
 * Walks the rows from the start. Pages grow while objects are found, and are small after a common
 * prefix, which is skipped by seeking.
 */
function collect(
  bucket: string,
  walk: { query: ListQuery; read: ReadPage; start: Start },
): Listing {
  const { query, read } = walk;
  const end = afterPrefix(query.prefix);
  const found = new Gathering();
  let cursor: Cursor = walk.start;
  let begun = walk.start.begun;
  let size = query.delimiter === '' ? MAX_PAGE : FIRST_PAGE;
  for (;;) {
    const limit = Math.min(size, query.limit - found.count + 1);
    const rows = read(cursor, end, limit);
    let common: string | undefined;
    for (const row of rows) {
      if (found.count === query.limit) {
        return found.end(true);
      }
      common = commonPrefix(row.key, query.prefix, query.delimiter);
      if (common !== undefined) {
        break;
      }
      found.addObject(toListed(row, bucket, row.key !== begun));
      begun = row.key;
    }
    const last = rows.at(-1);
    if (common !== undefined) {
      found.addPrefix(common);
      cursor = { key: afterPrefix(common), below: NEWEST };
      size = 1;
    } else if (!last || rows.length < limit) {
      return found.end(false);
    } else {
      cursor = query.versions
        ? { key: last.key, below: last.ord }
        : { key: `${last.key}\0`, below: NEWEST };
      size = Math.min(size * 4, MAX_PAGE);
    }
  }
}
