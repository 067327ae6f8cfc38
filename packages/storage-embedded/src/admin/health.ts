import { S3Error } from '@stowage/storage-wire/s3-error';
import { emptyReply, type Reply } from '../http/reply.ts';
import type { Store } from '../store.ts';

export const HEALTH_PATH = '/minio/health/';

/**
 * Answers MinIO's health checks, which need no credentials. The quorum headers are sent only if
 * there is more than one drive: consoles take them as the sign of a distributed setup.
 *
 * @throws S3Error MethodNotAllowed, NoSuchKey for an unknown check
 */
export async function checkHealth(store: Store, method: string, path: string): Promise<Reply> {
  if (method !== 'GET' && method !== 'HEAD') {
    throw new S3Error('MethodNotAllowed');
  }
  switch (path.slice(HEALTH_PATH.length)) {
    case 'live':
    case 'ready':
      return emptyReply();
    case 'cluster':
      return clusterReply(store, 'X-Minio-Write-Quorum', (drives) => Math.floor(drives / 2) + 1);
    case 'cluster/read':
      return clusterReply(store, 'X-Minio-Read-Quorum', (drives) => Math.ceil(drives / 2));
    default:
      throw new S3Error('NoSuchKey');
  }
}

async function clusterReply(
  { engine }: Store,
  header: string,
  quorum: (drives: number) => number,
): Promise<Reply> {
  const drives = await engine.drives();
  const online = drives.filter(({ state }) => state === 'ok').length;
  const needed = quorum(drives.length);
  const headers = drives.length > 1 ? [header, String(needed)] : [];
  return emptyReply(online >= needed ? 200 : 503, headers);
}
