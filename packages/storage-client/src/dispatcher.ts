import { getCACertificates } from 'node:tls';
import { Agent, type Dispatcher } from 'undici';
import { ConnectionTurns } from './connection-turns.ts';
import { guardedConnector } from './guarded-connector.ts';

/** How long a call waits, in milliseconds. */
const CONNECT_TIMEOUT = 5_000;
const HEADERS_TIMEOUT = 60_000;
/** Between two pieces of a body. */
const BODY_TIMEOUT = 60_000;
const QUEUE_TIMEOUT = 10_000;
const CONNECTIONS_PER_SERVER = 256;

/** What sends the calls of a client. An answer's body must be read to its end or destroyed. */
export interface StorageDispatcher {
  request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
}

/** A dispatcher with connections of its own. */
export interface StoragePool extends StorageDispatcher {
  /** Closes the connections; calls that run fail. */
  destroy(): Promise<void>;
}

export interface StoragePoolOptions {
  /** Certificates in PEM that a server's may come from, besides those that Node trusts. */
  readonly authorities?: readonly string[] | undefined;
  /** How many calls run at the same time. */
  readonly connections?: number;
  /** Milliseconds that a call waits for a connection before it fails with StorageTimeoutError. */
  readonly queueTimeout?: number;
  /**
   * Whether an IP address must not be connected to. Asked about the very address, for a name about
   * all that it stands for; such a call fails with StorageUnreachableError caused by
   * AddressRefusedError, before any packet.
   */
  readonly refuses?: (address: string) => boolean;
}

/**
 * A connection pool with the time limits of storage calls, the wait for a connection among them.
 * It follows no redirects. The caller closes it.
 */
export function createStoragePool({
  connections = CONNECTIONS_PER_SERVER,
  queueTimeout = QUEUE_TIMEOUT,
  refuses,
  authorities,
}: StoragePoolOptions = {}): StoragePool {
  const timeout = CONNECT_TIMEOUT;
  const ca = authorities && [...getCACertificates('default'), ...authorities];
  const agent = new Agent({
    connections,
    pipelining: 1,
    connect: refuses ? guardedConnector(refuses, timeout) : { timeout, ...(ca && { ca }) },
    headersTimeout: HEADERS_TIMEOUT,
    bodyTimeout: BODY_TIMEOUT,
  });
  const turns = new ConnectionTurns(connections, queueTimeout);
  return {
    async request(options) {
      const end = await turns.take(options.signal);
      try {
        const response = await agent.request(options);
        response.body.once('close', end);
        return response;
      } catch (error) {
        end();
        throw error;
      }
    },
    destroy: () => agent.destroy(),
  };
}

let shared: StoragePool | undefined;

/** The pool of clients that were given none. */
export function sharedPool(): StoragePool {
  shared ??= createStoragePool();
  return shared;
}
