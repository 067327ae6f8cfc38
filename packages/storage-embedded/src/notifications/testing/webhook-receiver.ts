import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { EventRecord } from '../event-record.ts';

export interface ReceivedEvent {
  readonly headers: IncomingHttpHeaders;
  readonly EventName: string;
  readonly Key: string;
  readonly Records: readonly EventRecord[];
}

const PATIENCE_MS = 18_000;

/** A server that receives events. */
export class WebhookReceiver {
  readonly events: ReceivedEvent[] = [];
  /** The status of its responses. */
  status = 200;
  readonly #arrivals = new EventEmitter();
  #server: Server | undefined;
  #port = 0;

  /** Restarts on the same port. */
  async open(): Promise<this> {
    const server = createServer(async (request, response) => {
      const body = await text(request);
      if (this.status === 200) {
        this.events.push({ headers: request.headers, ...JSON.parse(body) });
        this.#arrivals.emit('event');
      }
      const location = `http://127.0.0.1:${this.#port}/elsewhere`;
      response.writeHead(this.status, this.status === 302 ? { location } : {}).end();
    });
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/events`;
  }

  /** `EventName Key` of the received events. */
  get names(): string[] {
    return this.events.map(({ EventName, Key }) => `${EventName} ${Key}`);
  }

  /** Waits for this number of events. */
  async waitFor(count: number): Promise<readonly ReceivedEvent[]> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    while (this.events.length < count) {
      await once(this.#arrivals, 'event', { signal }).catch(() => {
        throw new Error(`${this.events.length} of ${count} events: ${this.names.join(', ')}`);
      });
    }
    return this.events;
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server !== undefined) {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    }
  }
}
