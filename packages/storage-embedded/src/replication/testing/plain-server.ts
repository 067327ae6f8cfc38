import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that makes a store look like a server without MinIO's extensions. */
export class PlainServer {
  readonly #server: Server;
  readonly #behind: () => string;
  /** The calls received: method, path and MinIO's headers, if any. */
  readonly calls: string[] = [];
  #held: Promise<void> | undefined;
  #arrived: (() => void) | undefined;

  private constructor(behind: () => string) {
    this.#behind = behind;
    this.#server = createServer((incoming, outgoing) => {
      void this.#pass(incoming, outgoing);
    });
  }

  static async start(behind: () => string): Promise<PlainServer> {
    const plain = new PlainServer(behind);
    plain.#server.listen(0, '127.0.0.1');
    await once(plain.#server, 'listening');
    return plain;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Blocks the next upload; `arrived` resolves when it is there, `release` lets it continue. */
  hold(): { arrived: Promise<void>; release: () => void } {
    let release: () => void = () => undefined;
    this.#held = new Promise((resolve) => {
      release = resolve;
    });
    const arrived = new Promise<void>((resolve) => {
      this.#arrived = resolve;
    });
    return { arrived, release };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = incoming;
    if (url.startsWith('/minio/')) {
      outgoing.writeHead(403).end();
      return;
    }
    if (method !== 'HEAD') {
      const own = Object.keys(headers).filter((name) => /minio|replication-status/.test(name));
      this.calls.push([method, url, ...own].join(' '));
    }
    const held = this.#held;
    if (method === 'PUT' && held !== undefined) {
      this.#held = undefined;
      this.#arrived?.();
      await held;
    }
    const { hostname, port } = new URL(this.#behind());
    const passed = request(
      { hostname, port, method, path: url, headers, agent: false },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  }
}
