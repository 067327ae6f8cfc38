import { ConsoleError } from '../console-error.ts';
import type { IssueCredentials, Session } from '../sessions/session.ts';
import type { StorageClients, StorageServer } from './storage-server.ts';

export type { StorageClients } from './storage-server.ts';

/** The storage server of a session, called as its owner. */
export interface StorageAccess {
  /** @throws ConsoleError SessionRequired where the session's server is shown no longer */
  clientsOf(session: Pick<Session, 'audience' | 'credentials'>): StorageClients;
}

/** The storage servers that the console shows, each at mounts of its own. */
export interface Storage extends StorageAccess {
  /** The server at a mount of the console. */
  serverAt(mount: string): StorageServer;
  readonly issue: IssueCredentials;
  /** Closes the connections to all of them. */
  close(): Promise<void>;
}

export interface StorageOptions {
  readonly servers: readonly StorageServer[];
  /** Which of them is at a mount. */
  readonly serverAt: (mount: string) => StorageServer;
}

/** Finds the server of every call by the audience of its session, and by nothing else. */
export function createStorage({ servers, serverAt }: StorageOptions): Storage {
  const byName = new Map(servers.map((server) => [server.name, server]));

  function named(name: string): StorageServer {
    const server = byName.get(name);
    if (!server) throw new ConsoleError('SessionRequired');
    return server;
  }

  return {
    serverAt,
    clientsOf: ({ audience, credentials }) => named(audience.server).clientsWith(credentials),
    issue: async (server, keys) => named(server).issue(keys),
    async close() {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}
