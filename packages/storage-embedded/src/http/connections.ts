import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Bounds } from './bounds.ts';

/** Share of additional connections that are accepted only to be refused with a response. */
const TOLD = 0.25;
const OWN_ADDRESS = /^(?:::ffff:)?127\.|^::1$/;

/** Counts the connections of a server, in total and per address. */
export class Connections {
  readonly #bounds: Bounds;
  readonly #byAddress = new Map<string, number>();
  readonly #excess = new WeakSet<Socket>();
  #count = 0;

  /** Makes the server drop connections that are far above the limits. */
  constructor(server: Server, bounds: Bounds) {
    this.#bounds = bounds;
    server.maxConnections = Math.ceil(bounds.connections * (1 + TOLD));
    server.on('connection', (socket) => this.#add(socket));
  }

  /** Whether the connection is above the limits, so that its requests must be refused. */
  isExcess(socket: Socket): boolean {
    return this.#excess.has(socket);
  }

  #add(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const ofAddress = (this.#byAddress.get(address) ?? 0) + 1;
    this.#byAddress.set(address, ofAddress);
    this.#count++;
    const { connections, perAddress } = this.#bounds;
    if (this.#count > connections || (ofAddress > perAddress && !OWN_ADDRESS.test(address))) {
      this.#excess.add(socket);
    }
    socket.once('close', () => {
      this.#count--;
      const left = (this.#byAddress.get(address) ?? 1) - 1;
      if (left === 0) {
        this.#byAddress.delete(address);
      } else {
        this.#byAddress.set(address, left);
      }
    });
  }
}
