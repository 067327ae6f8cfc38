import { Agent, type Dispatcher } from 'undici';
import { guardedConnector } from './guarded-connector.ts';

/** How long a call waits, in milliseconds. */
const CONNECT_TIMEOUT = 5_000;
const HEADERS_TIMEOUT = 60_000;
/** Between two pieces of a body. */
const BODY_TIMEOUT = 60_000;
const CONNECTIONS_PER_SERVER = 256;

export interface StorageDispatcherOptions {
  /**
   * Whether an IP address must not be connected to. Asked about the very address, for a name about
   * all that it stands for; such a call fails with StorageUnreachableError caused by
   * AddressRefusedError, before any packet.
   */
  readonly refuses?: (address: string) => boolean;
}

/**
 * A connection pool with the time limits of storage calls. It follows no redirects. The caller
 * closes it.
 */
export function createStorageDispatcher({ refuses }: StorageDispatcherOptions = {}): Agent {
  const timeout = CONNECT_TIMEOUT;
  return new Agent({
    connections: CONNECTIONS_PER_SERVER,
    pipelining: 1,
    connect: refuses ? guardedConnector(refuses, timeout) : { timeout },
    headersTimeout: HEADERS_TIMEOUT,
    bodyTimeout: BODY_TIMEOUT,
  });
}

let shared: Agent | undefined;

/** The pool of clients that were given none. */
export function sharedDispatcher(): Dispatcher {
  shared ??= createStorageDispatcher();
  return shared;
}
