import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Requests may come this late after their connection or the last answer. */
const HEADERS_MS = 20_000;
const KEEP_ALIVE_MS = 65_000;
/** A connection on which nothing moves, in either direction, ends. */
const IDLE_MS = 300_000;
const MAX_HEADER_BYTES = 32 * 1024;

/** An HTTP server with the store's bounds, which does not listen yet. */
export function makeServer(): Server {
  const server = createServer({
    noDelay: true,
    keepAlive: true,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: HEADERS_MS,
    requestTimeout: 0,
    connectionsCheckingInterval: 5000,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  server.timeout = IDLE_MS;
  return server;
}

/** Of a server that listens. */
export function hostAndPort(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return family === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`;
}
