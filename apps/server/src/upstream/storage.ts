import { ConsoleError } from '../console-error.ts';
import type { IssueCredentials, Session } from '../sessions/session.ts';
import { type Account, accountWithoutPolicy, readAccount } from './account.ts';
import { guardedClients, notOffered } from './capabilities/guarded-clients.ts';
import {
  isWithoutAdminApi,
  type KeepCapabilities,
  sessionCapabilities,
} from './capabilities/session-capabilities.ts';
import type { StorageClients, StorageServer } from './storage-server.ts';

export type { StorageClients } from './storage-server.ts';

/** The storage server of a session, called as the session's user. */
export interface StorageAccess {
  /**
   * Their calls throw ConsoleError NotSupported if the server lacks a capability they need.
   * @throws ConsoleError SessionRequired if the console no longer manages the session's server
   */
  clientsOf(session: Session): StorageClients;
  /**
   * The origin at which browsers reach the session's server, if configured.
   * @throws the errors of `clientsOf`
   */
  publicOriginOf(session: Session): string | undefined;
  /** The caller's identity and permissions there. Throws the storage client's errors. */
  accountOf(session: Session, signal: AbortSignal): Promise<Account>;
}

/** The storage servers that the console manages, each at its own mounts. */
export interface Storage extends StorageAccess {
  /** Returns the server at a mount of the console. */
  serverAt(mount: string): StorageServer;
  readonly issue: IssueCredentials;
  /**
   * Changes the secret of the session's own account, which requires the current one.
   * @throws ConsoleError NotSupported if the server has no Admin API
   */
  changeOwnSecret(session: Session, current: string, next: string): Promise<void>;
  /** Closes the connections to all of them. */
  close(): Promise<void>;
}

export interface StorageOptions {
  readonly servers: readonly StorageServer[];
  /** Returns the server at a mount. */
  readonly serverAt: (mount: string) => StorageServer;
  readonly keep: KeepCapabilities;
}

/** Selects the server of every call by the audience of its session, and by nothing else. */
export function createStorage({ servers, serverAt, keep }: StorageOptions): Storage {
  const byName = new Map(servers.map((server) => [server.name, server]));
  const guarded = new WeakMap<StorageClients, StorageClients>();
  const capabilities = sessionCapabilities({ clientsOf: rawClientsOf, keep });

  function named(name: string): StorageServer {
    const server = byName.get(name);
    if (!server) throw new ConsoleError('SessionRequired');
    return server;
  }

  function rawClientsOf({ audience, credentials, address }: Session): StorageClients {
    return named(audience.server).clientsWith(credentials, address);
  }

  return {
    serverAt,
    clientsOf(session) {
      const clients = rawClientsOf(session);
      const found = guarded.get(clients);
      if (found) return found;
      const made = guardedClients(clients, {
        capabilities: () => capabilities.of(session),
        onMissing: (capability) => capabilities.noteMissing(session, capability),
      });
      guarded.set(clients, made);
      return made;
    },
    publicOriginOf: ({ audience }) => named(audience.server).publicOrigin,
    async accountOf(session, signal) {
      if (session.capabilities?.admin !== false) {
        try {
          const account = await readAccount(rawClientsOf(session).admin, signal);
          capabilities.noteAdmin(session);
          return account;
        } catch (error) {
          if (session.capabilities || !isWithoutAdminApi(session, error)) throw error;
        }
      }
      return accountWithoutPolicy(session.accountName, await capabilities.of(session));
    },
    issue: async (server, proof, address) => named(server).issue(proof, address),
    async changeOwnSecret(session, current, next) {
      if (!(await capabilities.of(session)).admin) throw notOffered('admin');
      const keys = { accessKey: session.accountName, secretKey: current };
      await named(session.audience.server).changeSecret(keys, next, session.address);
    },
    async close() {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}
