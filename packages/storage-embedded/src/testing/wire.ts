import { connect, type Socket } from 'node:net';

/** A connection on which a test can write anything. */
export class Wire {
  readonly #socket: Socket;
  #text = '';
  #waiting: (() => void) | undefined;
  closed = false;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#socket = connect(Number(port), hostname);
    this.#socket.on('data', (piece) => {
      this.#text += piece.toString('latin1');
      this.#waiting?.();
    });
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => {
      this.closed = true;
      this.#waiting?.();
    });
  }

  write(data: string | Uint8Array): this {
    this.#socket.write(data);
    return this;
  }

  request(method: string, path: string, headers: Record<string, string>): this {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return this.write(Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'));
  }

  /** Returns everything received until the text occurs, or until the end. */
  async until(text: string): Promise<string> {
    while (!this.#text.includes(text) && !this.closed) {
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
    }
    return this.#text;
  }

  async end(): Promise<string> {
    while (!this.closed) {
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
    }
    return this.#text;
  }

  /** Stops reading. */
  pause(): this {
    this.#socket.pause();
    return this;
  }

  /** Closes the sending side. */
  finish(): this {
    this.#socket.end();
    return this;
  }

  destroy(): void {
    this.#socket.destroy();
  }
}
