import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CachedBucket } from './bucket-cache.ts';
import type { IndexDb } from './index-db.ts';
import type { VersionRow } from './index-versions.ts';
import { afterPrefix, commonPrefix, compareKeys } from './key-range.ts';
import { innerVersion, outerVersion, toStoredObject } from './stored-object.ts';
import type { Listing, ListQuery, StoredObject } from './types.ts';
import { sequenceOfVersion } from './version-id.ts';

const FIRST_PAGE = 32;
const MAX_PAGE = 1000;
const NEWEST = Number.MAX_SAFE_INTEGER;

/** Where a listing goes on: at this key, with its versions of a lower order than `below`. */
interface Cursor {
  readonly key: string;
  readonly below: number;
}

interface Start extends Cursor {
  /** The key at the start whose latest version comes before it. */
  readonly begun?: string;
}

type ReadPage = (from: Cursor, end: string, limit: number) => readonly VersionRow[];

/** Pages of the index in the order of listings. */
export class ListingReader {
  readonly #index: IndexDb;
  readonly #objects: StatementSync;
  readonly #versions: StatementSync;

  constructor(index: IndexDb) {
    this.#index = index;
    this.#objects = index.db.prepare(
      'SELECT * FROM current WHERE bucket = ? AND key >= ? AND key < ? ORDER BY key LIMIT ?',
    );
    this.#versions = prepareVersions(index.db);
  }

  list(bucket: CachedBucket, query: ListQuery): Listing {
    const read: ReadPage = query.versions
      ? (from, end, limit) => this.#versionPage(bucket.id, { from, end, limit })
      : (from, end, limit) => this.#objectPage(bucket.id, { from, end, limit });
    const start = this.#start(bucket, query);
    return collect(bucket.stored.name, { query, read, start });
  }

  #objectPage(
    bucket: number,
    page: { from: Cursor; end: string; limit: number },
  ): readonly VersionRow[] {
    const rows = this.#objects.all(bucket, page.from.key, page.end, page.limit);
    return rows as unknown as VersionRow[];
  }

  #versionPage(
    bucket: number,
    { from, end, limit }: { from: Cursor; end: string; limit: number },
  ): readonly VersionRow[] {
    const { key, below } = from;
    const rows = this.#versions.all(bucket, key, end, limit, key, below);
    return rows as unknown as VersionRow[];
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

  /** Goes on within a key, after a version that was given on the page before; it may be deleted by now. */
  #within(bucket: CachedBucket, key: string, versionId: string): Start {
    const { versions } = this.#index;
    const version = innerVersion(versionId);
    const current = versions.current(bucket.id, key);
    const row = current?.version === version ? current : versions.byId(bucket.id, key, version);
    const below = row?.ord ?? sequenceOfVersion(versionId) ?? NEWEST;
    const newest = current ?? versions.newest(bucket.id, key);
    return newest && newest.ord >= below ? { key, below, begun: key } : { key, below };
  }
}

function prepareVersions(db: DatabaseSync): StatementSync {
  const range = 'bucket = ?1 AND key >= ?2 AND key < ?3 AND (key > ?5 OR ord < ?6)';
  return db.prepare(
    `SELECT * FROM current WHERE ${range} UNION ALL SELECT * FROM version WHERE ${range} ` +
      'ORDER BY bucket, key, ord DESC LIMIT ?4',
  );
}

interface Gathered {
  readonly objects: StoredObject[];
  readonly prefixes: string[];
  next: Listing['next'];
}

/**
 * Walks the rows from `start`. Pages grow while objects are found and are small
 * after a common prefix, past which the walk seeks.
 */
function collect(
  bucket: string,
  walk: { query: ListQuery; read: ReadPage; start: Start },
): Listing {
  const { query } = walk;
  const end = afterPrefix(query.prefix);
  const out: Gathered = { objects: [], prefixes: [], next: undefined };
  let cursor: Cursor = walk.start;
  let size = query.delimiter === '' ? MAX_PAGE : FIRST_PAGE;
  let begun = walk.start.begun;
  for (;;) {
    const room = query.limit - out.objects.length - out.prefixes.length;
    const limit = Math.min(size, room + 1);
    const rows = walk.read(cursor, end, limit);
    let common: string | undefined;
    for (const row of rows) {
      if (out.objects.length + out.prefixes.length === query.limit) {
        return finish(out, true);
      }
      common = commonPrefix(row.key, query.prefix, query.delimiter);
      if (common !== undefined) {
        break;
      }
      const isLatest = row.key !== begun;
      begun = row.key;
      out.objects.push(toStoredObject(row, { bucket, isLatest, withParts: false }));
      out.next = { key: row.key, versionId: outerVersion(row.version) };
      cursor = query.versions
        ? { key: row.key, below: row.ord }
        : { key: `${row.key}\0`, below: NEWEST };
    }
    if (common !== undefined) {
      out.prefixes.push(common);
      out.next = { key: common };
      cursor = { key: afterPrefix(common), below: NEWEST };
      size = 2;
    } else if (rows.length < limit) {
      return finish(out, false);
    } else {
      size = Math.min(size * 4, MAX_PAGE);
    }
  }
}

function finish(out: Gathered, more: boolean): Listing {
  const { objects, prefixes, next } = out;
  return more && next ? { objects, prefixes, next } : { objects, prefixes };
}
