import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Time limits for receiving headers and for the next request on a connection, in milliseconds. */
const HEADERS_MS = 20_000;
const KEEP_ALIVE_MS = 65_000;
/** Connections without traffic in either direction are closed after this time. */
const IDLE_MS = 300_000;
const MAX_HEADER_BYTES = 32 * 1024;

/** Creates an HTTP server with the store's limits, not listening yet. */
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

/** Host and port of a listening server. */
export function hostAndPort(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return family === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`;
}
