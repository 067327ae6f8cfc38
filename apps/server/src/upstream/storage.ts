import { type AdminClient, createAdminClient } from '@stowage/storage-client/admin';
import { createStoragePool } from '@stowage/storage-client/dispatcher';
import { createS3Client, type S3Client } from '@stowage/storage-client/s3';
import { assumeRole } from '@stowage/storage-client/sts';
import { ConsoleError } from '../console-error.ts';
import type { AssumeRole, Session } from '../sessions/session.ts';
import { type ClusterHealth, clusterHealth } from './cluster-health.ts';

const MAX_SESSIONS = 500;

/** The typed clients of one session. */
export interface StorageClients {
  readonly s3: S3Client;
  readonly admin: AdminClient;
}

/** The storage server, called as the owner of a session. */
export interface StorageAccess {
  clientsOf(session: Session): StorageClients;
}

/** The storage server behind the console. */
export interface Storage extends StorageAccess, ClusterHealth {
  /** Host and port, for people; undefined while an embedded server starts. */
  host(): string | undefined;
  readonly assumeRole: AssumeRole;
  /** Closes the connections. */
  close(): Promise<void>;
}

export interface StorageOptions {
  /** The server's origin; undefined while it starts. */
  readonly endpoint: () => string | undefined;
  readonly region: string;
  /** How long temporary credentials are asked for. */
  readonly stsSeconds: number;
}

/**
 * Reaches a storage server. All sessions share two pools of connections: whoever reads or sends
 * objects slowly keeps the others from transfers at worst, never from a login or a listing.
 */
export function createStorage({ endpoint, region, stsSeconds }: StorageOptions): Storage {
  const dispatcher = createStoragePool();
  const transfers = createStoragePool();
  const clients = new Map<string, StorageClients>();

  function origin(): string {
    const url = endpoint();
    if (url === undefined) throw new ConsoleError('StorageUnreachable');
    return url;
  }

  function open({ credentials }: Session): StorageClients {
    const options = { endpoint: origin(), region, credentials, dispatcher, transfers };
    return { s3: createS3Client(options), admin: createAdminClient(options) };
  }

  return {
    ...clusterHealth(origin),
    host() {
      const url = endpoint();
      return url === undefined ? undefined : new URL(url).host;
    },
    clientsOf(session) {
      const { accessKey } = session.credentials;
      const found = clients.get(accessKey) ?? open(session);
      // The last used is the last in the map; the first is forgotten.
      clients.delete(accessKey);
      clients.set(accessKey, found);
      const [oldest] = clients.keys();
      if (clients.size > MAX_SESSIONS && oldest !== undefined) clients.delete(oldest);
      return found;
    },
    async assumeRole(keys) {
      const { expiresAt, ...credentials } = await assumeRole({
        ...keys,
        endpoint: origin(),
        region,
        durationSeconds: stsSeconds,
        dispatcher,
      });
      return { ...credentials, expiresAt: expiresAt.getTime() };
    },
    async close() {
      await Promise.all([dispatcher.destroy(), transfers.destroy()]);
    },
  };
}
