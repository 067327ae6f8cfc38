import { randomUUID } from 'node:crypto';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { RemoteError } from './remote-connection.ts';
import type { RemoteServer } from './remote-server.ts';
import { REPLICA, SOURCE, STATUS_HEADER } from './replica-headers.ts';
import type { Replication } from './replication.ts';
import type { ReplicationConfig } from './rules.ts';
import { keepsVersions } from './target-check.ts';

const PROBE_KEY = '.minio.sys/replication-check';
const WITHIN_MS = 10_000;
/** Error code for success: the header of a permission check suppresses the actual operation. */
const WOULD = 'ReplicationPermissionCheck';

/**
 * Checks that the credentials of all targets permit replication, without replicating anything.
 *
 * @throws S3Error RemoteTargetNotVersionedError, InvalidRequest
 */
export async function checkReplication(
  { targets, pool }: Pick<Replication, 'targets' | 'pool'>,
  bucket: string,
  { rules }: ReplicationConfig,
): Promise<void> {
  const arns = new Set(rules.filter(({ enabled }) => enabled).map(({ target }) => target));
  for (const arn of arns) {
    const target = targets.get(bucket, arn);
    if (target !== undefined) {
      await checkOne(pool.to(target));
    }
  }
}

async function checkOne(server: RemoteServer): Promise<void> {
  try {
    if (!(await keepsVersions(server))) {
      throw new S3Error('RemoteTargetNotVersionedError');
    }
    // A server without the extension would perform the write.
    if (!server.target.plain) {
      await probe(server, 'PUT', 's3:ReplicateObject');
      await probe(server, 'DELETE', 's3:ReplicateDelete');
    }
  } catch (error) {
    throw error instanceof RemoteError ? failed(error.message) : error;
  }
}

async function probe(
  server: RemoteServer,
  method: 'PUT' | 'DELETE',
  action: string,
): Promise<void> {
  try {
    await server.call({
      method,
      key: PROBE_KEY,
      query: { versionId: randomUUID() },
      headers: {
        [STATUS_HEADER]: REPLICA,
        [SOURCE.request]: 'true',
        [SOURCE.check]: 'true',
        [SOURCE.mtime]: new Date().toISOString(),
      },
      ...(method === 'PUT' ? { body: Buffer.from('aaaaaaaa') } : {}),
      within: WITHIN_MS,
    });
  } catch (error) {
    if (error instanceof RemoteError && error.code !== WOULD && !error.isOutage) {
      throw failed(`${action} permissions missing for replication user: ${error.message}`);
    }
    if (!(error instanceof RemoteError) || error.isOutage) {
      throw error;
    }
  }
}

function failed(message: string): S3Error {
  return new S3Error('InvalidRequest', `Replication validation failed on target: ${message}`);
}
