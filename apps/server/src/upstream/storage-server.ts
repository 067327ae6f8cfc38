import { type AdminClient, createAdminClient } from '@stowage/storage-client/admin';
import { createStoragePool } from '@stowage/storage-client/dispatcher';
import { type CallingFor, createS3Client, type S3Client } from '@stowage/storage-client/s3';
import { ConsoleError } from '../console-error.ts';
import type { LoginKeys, LoginProof, SessionCredentials } from '../sessions/session.ts';
import { type ClusterHealth, clusterHealth } from './cluster-health.ts';
import { credentialsFor } from './credential-sources.ts';

const MAX_SESSIONS = 500;

/** The typed clients of one session. */
export interface StorageClients {
  readonly s3: S3Client;
  readonly admin: AdminClient;
}

/** A storage server that the console shows. */
export interface StorageServer extends ClusterHealth {
  /** Names it in the audience of its sessions. */
  readonly name: string;
  /** Host and port, for people; undefined while an embedded server starts. */
  host(): string | undefined;
  /** The origin at which browsers reach it themselves, where the configuration names one. */
  readonly publicOrigin?: string | undefined;
  /**
   * The clients of whoever has these credentials.
   * @param address whom they call for; the console itself when absent
   */
  clientsWith(credentials: SessionCredentials, address?: string): StorageClients;
  /**
   * Exchanges the proof of who somebody at an address is for credentials. Throws what the storage
   * client throws.
   */
  issue(proof: LoginProof, address: string): Promise<SessionCredentials>;
  /**
   * Gives the user of these keys another secret. Temporary credentials may not do that, so the
   * call is signed with the keys themselves. Throws what the storage client throws.
   */
  changeSecret(keys: LoginKeys, secretKey: string, address: string): Promise<void>;
  /** Closes the connections. */
  close(): Promise<void>;
}

export interface StorageServerOptions {
  readonly name: string;
  /** The server's origin; undefined while it starts. */
  readonly endpoint: () => string | undefined;
  /** The origin at which browsers reach the server themselves. */
  readonly publicOrigin?: string | undefined;
  /** What the embedded store believes the console by (storage-client's `CallingFor`). */
  readonly consoleSecret?: string | undefined;
  /** What requests are signed for. */
  readonly region: string;
  /** Certificates of authorities in PEM that its own may come from, besides the well-known ones. */
  readonly authorities?: readonly string[] | undefined;
  /** How long temporary credentials are asked for. */
  readonly stsSeconds: number;
  /** Whether the users of a directory log in as well, which the server asks. */
  readonly ldap?: boolean;
}

/**
 * Reaches a storage server. Its sessions share two pools of connections: whoever reads or sends
 * objects slowly keeps the others from transfers at worst, never from a login or a listing.
 */
export function createStorageServer(options: StorageServerOptions): StorageServer {
  const { name, endpoint, region, authorities, consoleSecret, stsSeconds, ldap = false } = options;
  const dispatcher = createStoragePool({ authorities });
  const transfers = createStoragePool({ authorities });
  const clients = new Map<string, StorageClients>();

  function origin(): string {
    const url = endpoint();
    if (url === undefined) throw new ConsoleError('StorageUnreachable');
    return url;
  }

  const callingFor = (address: string): CallingFor => ({ address, consoleSecret });

  function open(credentials: SessionCredentials, address?: string): StorageClients {
    const client = {
      ...{ endpoint: origin(), region, credentials, dispatcher, transfers },
      ...(address !== undefined && { callingFor: callingFor(address) }),
    };
    return { s3: createS3Client(client), admin: createAdminClient(client) };
  }

  return {
    name,
    publicOrigin: options.publicOrigin,
    ...clusterHealth(origin, dispatcher),
    host() {
      const url = endpoint();
      return url === undefined ? undefined : new URL(url).host;
    },
    clientsWith(credentials, address) {
      // The secret may be another one by now, where the keys are those of the user.
      const caller = `${credentials.accessKey}\n${credentials.secretKey}\n${address}`;
      const found = clients.get(caller) ?? open(credentials, address);
      // The last used is the last in the map; the first is forgotten.
      clients.delete(caller);
      clients.set(caller, found);
      const [oldest] = clients.keys();
      if (clients.size > MAX_SESSIONS && oldest !== undefined) clients.delete(oldest);
      return found;
    },
    async issue(proof, address) {
      const server = { endpoint: origin(), region, dispatcher, callingFor: callingFor(address) };
      return credentialsFor({ ...server, seconds: stsSeconds, ldap }, proof);
    },
    async changeSecret(keys, secretKey, address) {
      // Not among the clients that are kept: the old secret is of no further use.
      const credentials = { source: 'keys', ...keys, expiresAt: Number.POSITIVE_INFINITY } as const;
      await open(credentials, address).admin.addUser({ accessKey: keys.accessKey, secretKey });
    },
    async close() {
      await Promise.all([dispatcher.destroy(), transfers.destroy()]);
    },
  };
}
