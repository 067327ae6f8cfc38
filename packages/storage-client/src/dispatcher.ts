import { getCACertificates } from 'node:tls';
import { Agent, type Dispatcher } from 'undici';
import { ConnectionTurns } from './connection-turns.ts';
import { guardedConnector } from './guarded-connector.ts';

/** Timeouts of a call, in milliseconds. */
const CONNECT_TIMEOUT = 5_000;
const HEADERS_TIMEOUT = 60_000;
/** Between two pieces of a body. */
const BODY_TIMEOUT = 60_000;
const QUEUE_TIMEOUT = 10_000;
const CONNECTIONS_PER_SERVER = 256;

/** Sends the calls of a client. The body of a response must be read to its end or destroyed. */
export interface StorageDispatcher {
  request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
}

/** A dispatcher with its own connections. */
export interface StoragePool extends StorageDispatcher {
  /** Closes the connections; calls in progress fail. */
  destroy(): Promise<void>;
}

export interface StoragePoolOptions {
  /** PEM certificates of authorities to trust in addition to Node's. */
  readonly authorities?: readonly string[] | undefined;
  /** Maximum number of concurrent calls. */
  readonly connections?: number;
  /** Milliseconds that a call waits for a connection before it fails with StorageTimeoutError. */
  readonly queueTimeout?: number;
  /**
   * Returns whether connecting to an IP address is forbidden. Called with the actual address, and
   * for a name with every address it resolves to; a refused call fails with StorageUnreachableError
   * caused by AddressRefusedError, before any packet is sent.
   */
  readonly refuses?: (address: string) => boolean;
}

/**
 * Creates a connection pool with the timeouts of storage calls, including the wait for a
 * connection. It does not follow redirects. The caller must close it.
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

/** Returns the default pool. */
export function sharedPool(): StoragePool {
  shared ??= createStoragePool();
  return shared;
}
