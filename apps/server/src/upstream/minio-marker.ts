import type { S3Client } from '@stowage/storage-client/s3';

/**
 * MinIO's markers record in which of its caches a listing continues. Without that cache it reads no
 * more names than the page size, including those before the marker: if there are a thousand names
 * between `logs` and `logs/`, a listing that continues in `logs/` appears to be finished. With this
 * note it reads on.
 */
const READS_ON = '[minio_cache:v2,return:]';
const NOTE = /\[minio_cache:[^\]]*\]$/;

/** The key in a marker. */
export function plainMarker(marker: string): string {
  return marker.replace(NOTE, '');
}

/**
 * A marker after which MinIO reads to the end, even without its cache; undefined for other servers.
 */
function sureMarker(marker: string): string | undefined {
  return NOTE.test(marker) ? plainMarker(marker) + READS_ON : undefined;
}

/**
 * The same as a token that continues after a key, provided a token of the server shows that it is
 * MinIO.
 */
export function sureToken(key: string, token = ''): string | undefined {
  const isMinio = NOTE.test(Buffer.from(token, 'base64').toString('utf8'));
  return isMinio ? Buffer.from(key + READS_ON).toString('base64') : undefined;
}

/**
 * Reads a page of versions, and repeats the request if the page claims to be the last but may not
 * be.
 * @throws errors of the storage client
 */
export async function listVersions(
  s3: Pick<S3Client, 'listObjectVersions'>,
  call: Parameters<S3Client['listObjectVersions']>[0],
): ReturnType<S3Client['listObjectVersions']> {
  const page = await s3.listObjectVersions(call);
  const keyMarker = sureMarker(call.keyMarker ?? '');
  return page.truncated || keyMarker === undefined
    ? page
    : s3.listObjectVersions({ ...call, keyMarker });
}
