import type { S3Client } from '@stowage/storage-client/s3';

/**
 * MinIO notes in its markers in which of its caches a listing goes on. Without that cache it reads no
 * more names than it may give, those before the marker among them: where a thousand names stand between
 * `logs` and `logs/`, a listing that goes on in `logs/` has ended for it. With this note it reads on.
 */
const READS_ON = '[minio_cache:v2,return:]';
const NOTE = /\[minio_cache:[^\]]*\]$/;

/** The key in a marker. */
export function plainMarker(marker: string): string {
  return marker.replace(NOTE, '');
}

/** The marker behind which MinIO reads to the end, whatever it has forgotten; undefined for other servers'. */
function sureMarker(marker: string): string | undefined {
  return NOTE.test(marker) ? plainMarker(marker) + READS_ON : undefined;
}

/** The same as a token that goes on behind a key, where a token of the server shows that it is MinIO. */
export function sureToken(key: string, token = ''): string | undefined {
  const isMinio = NOTE.test(Buffer.from(token, 'base64').toString('utf8'));
  return isMinio ? Buffer.from(key + READS_ON).toString('base64') : undefined;
}

/**
 * A page of versions, asked for once more where it is said to be the last and may not be.
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
