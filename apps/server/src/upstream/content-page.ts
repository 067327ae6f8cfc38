import type { S3Client } from '@stowage/storage-client/s3';
import { ConsoleError } from '../console-error.ts';
import { hasCode } from './has-code.ts';
import { listVersions, sureToken } from './minio-marker.ts';

/** How many consecutive pages without objects are followed. */
const MAX_EMPTY = 1000;
const ENDLESS = `${MAX_EMPTY} pages of the listing hold nothing, and it does not end.`;

/** A position in a bucket's content. */
export interface Place {
  readonly key: string;
  readonly versionId?: string | undefined;
  /** A continuation token that is reliable where the key may not be. */
  readonly token?: string | undefined;
}

/** A version, a delete marker, or an object of a server without versions. */
export interface ContentEntry extends Omit<Place, 'token'> {
  /** Size in bytes; 0 for a delete marker. */
  readonly size: number;
  readonly etag: string;
  /** ISO 8601, UTC. */
  readonly lastModified: string;
}

interface ContentPage {
  readonly entries: readonly ContentEntry[];
  /** Where it continues; undefined after the last page. */
  readonly next: Place | undefined;
}

/** The bucket, and how much of it to read at once. */
interface PageCall {
  readonly bucket: string;
  readonly prefix?: string;
  readonly maxKeys: number;
  readonly signal: AbortSignal;
}

/**
 * Reads the content of a bucket: versions and delete markers, or objects on a server without
 * versions.
 * @throws errors of the storage client, InvalidArgument for an unknown position
 */
export async function readContentPage(
  s3: Pick<S3Client, 'listObjects' | 'listObjectVersions'>,
  call: PageCall,
  after: Place | undefined,
): Promise<ContentPage> {
  try {
    const markers = { keyMarker: after?.key, versionIdMarker: after?.versionId };
    const page = await listVersions(s3, { ...call, ...markers });
    const { nextKeyMarker: key, nextVersionIdMarker: versionId } = page;
    const next = page.truncated && key !== undefined ? { key, versionId } : undefined;
    const entries = page.versions.map(({ isDeleteMarker, size, ...version }) => ({
      ...version,
      size: isDeleteMarker ? 0 : size,
    }));
    return { entries, next };
  } catch (error) {
    if (isWithoutVersions(error)) return readObjects(s3, call, after);
    if (!hasCode(error, 'AccessDenied')) throw error;
    throw new ConsoleError('AccessDenied', {
      detail: 'It needs s3:ListBucketVersions.',
      cause: error,
    });
  }
}

/** The objects of a bucket without their earlier versions. */
export async function readObjects(
  s3: Pick<S3Client, 'listObjects'>,
  call: PageCall,
  after: Place | undefined,
): Promise<ContentPage> {
  let page = await s3.listObjects({ ...call, startAfter: after?.key });
  if (!page.truncated && after?.token !== undefined) {
    page = await s3.listObjects({ ...call, continuationToken: after.token });
  }
  // An empty page need not be the last; only a key is a position to resume from.
  for (let empty = 1; page.truncated && page.objects.length === 0; empty += 1) {
    if (empty > MAX_EMPTY) throw new ConsoleError('StorageFailed', { detail: ENDLESS });
    page = await s3.listObjects({ ...call, continuationToken: page.nextToken });
  }
  const { objects, truncated } = page;
  const last = objects.at(-1);
  return {
    entries: objects.map(({ key, size, etag, lastModified }) => ({
      key,
      size,
      etag,
      lastModified,
    })),
    next: truncated && last ? placeBehind(last.key, page.nextToken) : undefined,
  };
}

function placeBehind(key: string, nextToken: string | undefined): Place {
  const token = sureToken(key, nextToken);
  return { key, ...(token !== undefined && { token }) };
}

function isWithoutVersions(error: unknown): boolean {
  return error instanceof ConsoleError && error.code === 'NotSupported';
}
