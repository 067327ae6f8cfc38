import type { S3Client } from '@stowage/storage-client/s3';
import type { ContentEntry, Place } from './content-page.ts';
import { listVersions } from './minio-marker.ts';

/** A version that was the latest of its object at a given time. */
export interface VersionAt extends ContentEntry {
  readonly versionId: string;
  /** Whether it still is the latest. */
  readonly isLatest: boolean;
}

/**
 * Where a listing of past versions continues; `decided`: the key whose latest version was already
 * found.
 */
export interface PlaceAt extends Place {
  readonly decided?: string | undefined;
}

interface PageAtCall {
  readonly bucket: string;
  readonly prefix: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** How many versions to read, not how many to find. */
  readonly maxKeys?: number | undefined;
  readonly signal: AbortSignal;
}

/**
 * Lists what was below a prefix at a given time: the latest version of each object at that time,
 * excluding deleted objects. An empty page may have a successor.
 * @throws errors of the storage client
 */
export async function readPageAt(
  s3: Pick<S3Client, 'listObjectVersions'>,
  { at, ...call }: PageAtCall,
  after: PlaceAt | undefined,
): Promise<{ readonly entries: readonly VersionAt[]; readonly next: PlaceAt | undefined }> {
  const markers = { keyMarker: after?.key, versionIdMarker: after?.versionId };
  const page = await listVersions(s3, { ...call, ...markers });
  let decided = after?.decided;
  const entries: VersionAt[] = [];
  for (const { isDeleteMarker, key, ...version } of page.versions) {
    if (key === decided || Date.parse(version.lastModified) > at) continue;
    decided = key;
    if (!isDeleteMarker) entries.push({ key, ...version });
  }
  const { nextKeyMarker: key, nextVersionIdMarker: versionId } = page;
  const next = page.truncated && key !== undefined ? { key, versionId, decided } : undefined;
  return { entries, next };
}
