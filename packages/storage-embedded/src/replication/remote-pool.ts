import { RemoteServer } from './remote-server.ts';
import type { RemoteTarget } from './remote-target.ts';

const CONNECTION = [
  'endpoint',
  'secure',
  'accessKey',
  'secretKey',
  'sessionToken',
  'region',
  'targetBucket',
] as const satisfies readonly (keyof RemoteTarget)[];

/** One connection pool per target, recreated when the target's address or credentials change. */
export class RemotePool {
  readonly #servers = new Map<string, RemoteServer>();
  #closed = false;

  to(target: RemoteTarget): RemoteServer {
    const known = this.#servers.get(target.arn);
    if (known !== undefined && CONNECTION.every((name) => known.target[name] === target[name])) {
      known.target = target;
      return known;
    }
    void known?.close();
    const server = new RemoteServer(target);
    if (!this.#closed) {
      this.#servers.set(target.arn, server);
    }
    return server;
  }

  forget(arn: string): void {
    void this.#servers.get(arn)?.close();
    this.#servers.delete(arn);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#servers.values()].map((server) => server.close()));
    this.#servers.clear();
  }
}
