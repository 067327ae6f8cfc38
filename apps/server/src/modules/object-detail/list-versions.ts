import type { ObjectVersion } from '@stowage/contract/object-detail';
import type { ListedVersion, ObjectCall } from '@stowage/storage-client/s3';
import { hasCode } from '../../upstream/has-code.ts';
import { presentVersion } from './mapper.ts';
import type { VersionLister } from './ports.ts';
import { badCursor, readCursor, type VersionCursor, writeCursor } from './version-cursor.ts';

const STORAGE_PAGE = 1000;
/** The maximum number of versions counted: ten pages of the storage. */
const MAX_COUNTED = 10_000;
/** The time limit of a search or a count. */
const LOOK_MS = 2000;

export interface VersionQuery extends ObjectCall {
  readonly search: string | undefined;
  /** ISO 8601; excludes later versions. */
  readonly until: string | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly signal: AbortSignal;
}

export interface VersionPage {
  readonly versions: ObjectVersion[];
  readonly total?: number;
  readonly next?: string;
}

/** A version and the number of newer ones. */
interface Placed {
  readonly version: ListedVersion;
  readonly passed: number;
}

/**
 * Returns one page of the versions of an object, newest first. The first page counts all versions
 * if that is quick: numbers start at the oldest.
 */
export async function listVersions(
  s3: VersionLister,
  query: VersionQuery,
  now: () => number = Date.now,
): Promise<VersionPage> {
  const start = query.cursor === undefined ? undefined : readCursor(query.cursor);
  const deadline = now() + LOOK_MS;
  const matches = matcher(query);
  const found: Placed[] = [];
  let total = start?.total;
  let place = start;
  let next: VersionCursor | undefined;
  let ended = false;
  const counts = () => start === undefined && (place?.passed ?? 0) < MAX_COUNTED;
  do {
    query.signal.throwIfAborted();
    const page = await readPage(s3, query, place);
    for (const version of page.versions) {
      const passed: number = place?.passed ?? 0;
      if (found.length < query.limit && matches(version)) found.push({ version, passed });
      else if (found.length === query.limit) next ??= place;
      place = { after: version.versionId, passed: passed + 1 };
    }
    ended = page.ended;
  } while (!ended && now() < deadline && (found.length < query.limit || counts()));
  if (ended) total ??= place?.passed ?? 0;
  if (!ended) next ??= place;
  return {
    versions: found.map(({ version, passed }) => presentVersion(version, numberOf(total, passed))),
    ...(total !== undefined && { total }),
    ...(next && { next: writeCursor({ ...next, ...(total !== undefined && { total }) }) }),
  };
}

function numberOf(total: number | undefined, passed: number): number | undefined {
  return total === undefined ? undefined : Math.max(1, total - passed);
}

/** The versions of exactly this key; those of longer keys come later. */
async function readPage(
  s3: VersionLister,
  { bucket, key, signal }: VersionQuery,
  place: VersionCursor | undefined,
): Promise<{ readonly versions: readonly ListedVersion[]; readonly ended: boolean }> {
  const after = place && { keyMarker: key, versionIdMarker: place.after };
  const page = await s3
    .listObjectVersions({
      bucket,
      prefix: key,
      delimiter: '/',
      maxKeys: STORAGE_PAGE,
      signal,
      ...after,
    })
    .catch((error: unknown) => {
      throw place !== undefined && isBadArgument(error) ? badCursor(error) : error;
    });
  const versions = page.versions.filter((version) => version.key === key);
  return { versions, ended: !page.truncated || versions.length < page.versions.length };
}

function isBadArgument(error: unknown): boolean {
  return hasCode(error, 'InvalidArgument');
}

function matcher({ search, until }: VersionQuery): (version: ListedVersion) => boolean {
  const wanted = search?.trim().toLowerCase() ?? '';
  const latest = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until);
  return ({ versionId, lastModified }) =>
    Date.parse(lastModified) <= latest &&
    (versionId.toLowerCase().includes(wanted) || lastModified.toLowerCase().startsWith(wanted));
}
