import type { S3Client } from '@stowage/storage-client/s3';
import type { ContentEntry, Place } from './content-page.ts';
import { listVersions } from './minio-marker.ts';

/** A version that was the latest of its object at a time. */
export interface VersionAt extends ContentEntry {
  readonly versionId: string;
  /** It still is the latest. */
  readonly isLatest: boolean;
}

/** Where the versions of a past go on; `decided`: the key whose latest version was found before. */
export interface PlaceAt extends Place {
  readonly decided?: string | undefined;
}

interface PageAtCall {
  readonly bucket: string;
  readonly prefix: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Versions that are read, not those that are found among them. */
  readonly maxKeys?: number | undefined;
  readonly signal: AbortSignal;
}

/**
 * What was under a prefix at a time: of each object the version that was the latest then, of those
 * that had been deleted nothing. A page may be empty and have a next one.
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
