import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';

/** A round-robin load balancer for requests and sockets. */
export interface Balancer {
  readonly url: string;
  /** Number of requests per server address. */
  readonly given: ReadonlyMap<string, number>;
  /** Removes a server from the rotation. */
  takeOut(server: string): void;
  close(): Promise<void>;
}

/** Starts a balancer for servers at these addresses, without trailing slashes. */
export async function startBalancer(servers: readonly string[]): Promise<Balancer> {
  const given = new Map(servers.map((server) => [server, 0]));
  const rotation = [...servers];

  function next(): URL {
    const server = rotation.shift();
    if (server === undefined) throw new Error('No server is left.');
    rotation.push(server);
    given.set(server, (given.get(server) ?? 0) + 1);
    return new URL(server);
  }

  // On a slow machine a connection might be reused just as it is closed for being idle.
  const balancer = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) =>
    forward(next(), incoming, outgoing),
  );
  balancer.on('upgrade', (incoming, socket, head) => join(next(), incoming, socket, head));
  await once(balancer.listen(0, '127.0.0.1'), 'listening');
  const { port } = balancer.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    given,
    takeOut(server) {
      rotation.splice(rotation.indexOf(server), 1);
    },
    async close() {
      balancer.closeAllConnections();
      await once(balancer.close(), 'close');
    },
  };
}

const withAddress = ({ headers, socket }: IncomingMessage) => ({
  ...headers,
  'x-forwarded-for': socket.remoteAddress ?? '',
  'x-forwarded-proto': 'http',
});

function forward(server: URL, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, url } = incoming;
  const upstream = request(server, { method, path: url, headers: withAddress(incoming) });
  upstream.on('response', (answer) => {
    const { connection: _own, 'keep-alive': _theirs, ...headers } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, headers);
    answer.pipe(outgoing);
  });
  upstream.on('error', () => outgoing.destroy());
  outgoing.on('close', () => upstream.destroy());
  incoming.pipe(upstream);
}

/** Forwards a WebSocket handshake, then pipes data in both directions. */
function join(server: URL, incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
  const upstream = connect(Number(server.port), server.hostname);
  const lines = Object.entries(withAddress(incoming)).map(([name, value]) => `${name}: ${value}`);
  upstream.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  upstream.write(head);
  upstream.on('error', () => socket.destroy());
  socket.on('error', () => upstream.destroy());
  upstream.pipe(socket).pipe(upstream);
}
