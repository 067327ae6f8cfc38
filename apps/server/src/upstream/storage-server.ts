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

/** A storage server that the console manages. */
export interface StorageServer extends ClusterHealth {
  /** Identifies it in the audience of its sessions. */
  readonly name: string;
  /** Host and port for display; undefined while an embedded server is starting. */
  host(): string | undefined;
  /** The origin at which browsers reach it directly, if configured. */
  readonly publicOrigin?: string | undefined;
  /**
   * Returns clients with these credentials.
   * @param address the address of the user they call for; absent for the console itself
   */
  clientsWith(credentials: SessionCredentials, address?: string): StorageClients;
  /**
   * Exchanges a proof of identity of a user at an address for credentials. Throws the storage
   * client's errors.
   */
  issue(proof: LoginProof, address: string): Promise<SessionCredentials>;
  /**
   * Changes the secret of the user with these keys. Temporary credentials may not do that, so the
   * call is signed with the keys themselves. Throws the storage client's errors.
   */
  changeSecret(keys: LoginKeys, secretKey: string, address: string): Promise<void>;
  /** Closes the connections. */
  close(): Promise<void>;
}

export interface StorageServerOptions {
  readonly name: string;
  /** The server's origin; undefined while it is starting. */
  readonly endpoint: () => string | undefined;
  /** The origin at which browsers reach the server directly. */
  readonly publicOrigin?: string | undefined;
  /** The secret by which the embedded store trusts the console (storage-client's `CallingFor`). */
  readonly consoleSecret?: string | undefined;
  /** The region for which requests are signed. */
  readonly region: string;
  /** CA certificates in PEM, accepted for its own certificate in addition to the public ones. */
  readonly authorities?: readonly string[] | undefined;
  /** The requested lifetime of temporary credentials. */
  readonly stsSeconds: number;
  /** Whether users of the server's directory log in as well. */
  readonly ldap?: boolean;
}

/**
 * Connects to a storage server. Its sessions share two connection pools: slow transfers can at
 * worst delay other transfers, but never a login or a listing.
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
      // If the keys are those of the user, the secret may have changed.
      const caller = `${credentials.accessKey}\n${credentials.secretKey}\n${address}`;
      const found = clients.get(caller) ?? open(credentials, address);
      // A Map keeps insertion order: the most recently used is last, and the first is evicted.
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
      // Not cached with the other clients: the old secret is of no further use.
      const credentials = { source: 'keys', ...keys, expiresAt: Number.POSITIVE_INFINITY } as const;
      await open(credentials, address).admin.addUser({ accessKey: keys.accessKey, secretKey });
    },
    async close() {
      await Promise.all([dispatcher.destroy(), transfers.destroy()]);
    },
  };
}
