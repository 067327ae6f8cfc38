import { Agent, type Dispatcher } from 'undici';

/** How long a call waits, in milliseconds. */
const CONNECT_TIMEOUT = 5_000;
const HEADERS_TIMEOUT = 60_000;
/** Between two pieces of a body. */
const BODY_TIMEOUT = 60_000;
const CONNECTIONS_PER_SERVER = 256;

/**
 * A connection pool with the time limits of storage calls. It follows no redirects. The caller
 * closes it.
 */
export function createStorageDispatcher(): Agent {
  return new Agent({
    connections: CONNECTIONS_PER_SERVER,
    pipelining: 1,
    connect: { timeout: CONNECT_TIMEOUT },
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
