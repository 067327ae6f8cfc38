import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SmallRequest {
  readonly method: string;
  readonly url: URL;
  /** The path as sent. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface SmallAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** A small server that keeps its port across restarts. */
export class SmallServer {
  readonly #answer: (request: SmallRequest) => SmallAnswer;
  #server: Server | undefined;
  #cut: ((method: string) => boolean) | undefined;
  port = 0;

  constructor(answer: (request: SmallRequest) => SmallAnswer) {
    this.#answer = answer;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Closes the connection of the next request with a body, after its first bytes. */
  cutNextUpload(): Promise<void> {
    return new Promise((resolve) => {
      this.#cut = (method) => {
        const isUpload = method === 'PUT' || method === 'POST';
        if (isUpload) {
          resolve();
        }
        return isUpload;
      };
    });
  }

  async start(): Promise<void> {
    const server = createServer(async (incoming, outgoing) => {
      const pieces: Buffer[] = [];
      try {
        for await (const piece of incoming) {
          pieces.push(piece);
          if (this.#cut?.(incoming.method ?? '') === true) {
            this.#cut = undefined;
            incoming.socket.destroy();
            return;
          }
        }
      } catch {
        // The client has disconnected.
        return;
      }
      const path = incoming.url ?? '/';
      const { status, headers, body } = this.#answer({
        method: incoming.method ?? '',
        url: new URL(path, this.url),
        path: path.split('?')[0] ?? '',
        headers: incoming.headers,
        body: Buffer.concat(pieces),
      });
      outgoing.writeHead(status, headers).end(body);
    });
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server !== undefined) {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    }
  }
}

/** Returns the part of the content that a Range header requests. */
export function ranged(content: Buffer, header: string | undefined): SmallAnswer {
  const [, start = '0', end = ''] = /^bytes=(\d+)-(\d+)$/.exec(header ?? '') ?? [];
  return end === ''
    ? { status: 200, body: content }
    : { status: 206, body: content.subarray(Number(start), Number(end) + 1) };
}
