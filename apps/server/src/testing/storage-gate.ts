import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const KEEP_ALIVE_MS = 10 * 60_000;

/** How the gate handles a request: forward it, respond with this S3 error, or hang up. */
export type GateMode = 'open' | 'closed' | { readonly status: number; readonly code: string };

/** A proxy between the console and its storage server that can interrupt their connection. */
export interface StorageGate {
  readonly endpoint: string;
  /**
   * Sets the mode for requests that arrive from this call on; without a condition, for all of them.
   */
  set(mode: GateMode, applies?: (request: IncomingMessage) => boolean): void;
  /** How many requests have not been completely answered. */
  running(): number;
  /** Aborts all running requests. */
  hangUp(): void;
  close(): Promise<void>;
}

/** Starts a gate in front of the storage server at this origin. */
export async function startGate(target: () => string): Promise<StorageGate> {
  let mode: GateMode = 'open';
  let applies = (_request: IncomingMessage): boolean => true;
  const answering = new Set<ServerResponse>();
  const server = createServer((incoming, outgoing) => {
    answering.add(outgoing);
    outgoing.on('close', () => answering.delete(outgoing));
    const now = applies(incoming) ? mode : 'open';
    if (now === 'open') forward(target(), incoming, outgoing);
    else if (now === 'closed') incoming.socket.destroy();
    else refuse(outgoing, now.status, now.code);
  });
  // Longer than the keep-alive timeout of the storage servers, whose header is passed on: an idle
  // connection must not close just as it is reused.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    set(next, condition = () => true) {
      mode = next;
      applies = condition;
    },
    running: () => answering.size,
    hangUp() {
      for (const answer of answering) answer.destroy();
    },
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

/** The Host header is left as it was signed. */
function forward(target: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, url, headers } = incoming;
  const upstream = request(new URL(target), { method, path: url, headers }, (answer) => {
    const { connection: _own, ...rest } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, rest);
    answer.pipe(outgoing);
  });
  upstream.on('error', () => {
    // A server that has responded may close the connection while it is still being sent data.
    if (!outgoing.headersSent) outgoing.destroy();
    incoming.unpipe();
    incoming.resume();
  });
  incoming.on('error', () => upstream.destroy());
  // The client has the response, or has gone.
  outgoing.on('close', () => upstream.destroy());
  incoming.pipe(upstream);
}

function refuse(outgoing: ServerResponse, status: number, code: string): void {
  outgoing.writeHead(status, { 'content-type': 'application/xml' });
  outgoing.end(`<Error><Code>${code}</Code><Message>Said by the gate.</Message></Error>`);
}
