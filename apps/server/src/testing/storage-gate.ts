import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const KEEP_ALIVE_MS = 10 * 60_000;

/** What the gate does with a request: pass it on, answer with this S3 error, or hang up. */
export type GateMode = 'open' | 'closed' | { readonly status: number; readonly code: string };

/** Stands between the console and its storage server, and can keep them apart. */
export interface StorageGate {
  readonly endpoint: string;
  /** Decides about requests that come from now on; all of them without a condition. */
  set(mode: GateMode, applies?: (request: IncomingMessage) => boolean): void;
  /** How many requests have not been answered to their end. */
  running(): number;
  /** Cuts off all requests that are running. */
  hangUp(): void;
  close(): Promise<void>;
}

/** Starts a gate before the storage server at this origin. */
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
  // Longer than the storage servers, whose word on it is passed on: a kept connection must not end under a call.
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

/** The Host header stays as it was signed. */
function forward(target: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, url, headers } = incoming;
  const upstream = request(new URL(target), { method, path: url, headers }, (answer) => {
    const { connection: _own, ...rest } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, rest);
    answer.pipe(outgoing);
  });
  upstream.on('error', () => {
    // A server that has answered may close the connection although more is sent to it.
    if (!outgoing.headersSent) outgoing.destroy();
    incoming.unpipe();
    incoming.resume();
  });
  incoming.on('error', () => upstream.destroy());
  // Whoever asked has the answer, or does not want it.
  outgoing.on('close', () => upstream.destroy());
  incoming.pipe(upstream);
}

function refuse(outgoing: ServerResponse, status: number, code: string): void {
  outgoing.writeHead(status, { 'content-type': 'application/xml' });
  outgoing.end(`<Error><Code>${code}</Code><Message>Said by the gate.</Message></Error>`);
}
