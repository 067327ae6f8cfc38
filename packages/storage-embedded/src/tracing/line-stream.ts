import { Readable } from 'node:stream';

/** Lines within this time are sent together. */
const COLLECT_MS = 50;

export interface LineStreamOptions {
  /** Milliseconds between keep-alives: a blank, which JSON readers skip. */
  readonly lifeEvery: number;
  /** Maximum characters buffered for a slow reader; further lines are dropped. */
  readonly maxWaiting: number;
  /** Returns the line that reports dropped lines. */
  readonly dropped?: (count: number) => string;
  readonly onClosed: () => void;
}

/**
 * Lines for the reader of a streaming response. Writers never wait: a slow reader misses lines,
 * which are counted.
 */
export class LineStream {
  readonly stream: Readable;
  readonly #options: LineStreamOptions;
  readonly #life: NodeJS.Timeout;
  #lines: string[] = [];
  #characters = 0;
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LineStreamOptions) {
    this.#options = options;
    this.stream = new Readable({
      encoding: 'utf8',
      highWaterMark: options.maxWaiting,
      read: () => undefined,
      destroy: (error, done) => {
        this.#stop();
        done(error);
      },
    });
    this.#life = setInterval(() => this.#giveLife(), options.lifeEvery).unref();
    // Sends the response headers immediately.
    this.stream.push(' ');
  }

  /** Whether there is room for a line; if not, counts it as dropped. */
  get hasRoom(): boolean {
    if (this.stream.readableLength + this.#characters < this.#options.maxWaiting) {
      return true;
    }
    this.#dropped += 1;
    return false;
  }

  /**
   * Adds a line.
   *
   * @param line ends with a line feed; must only be added if there is room
   */
  put(line: string): void {
    this.#sayDropped();
    this.#lines.push(line);
    this.#characters += line.length;
    this.#timer ??= setTimeout(() => this.#flush(), COLLECT_MS).unref();
  }

  /** Ends the stream after the buffered lines. */
  end(): void {
    this.#flush();
    this.#stop();
    this.stream.push(null);
  }

  #sayDropped(): void {
    const { dropped } = this.#options;
    if (this.#dropped > 0 && dropped) {
      const line = dropped(this.#dropped);
      this.#lines.push(line);
      this.#characters += line.length;
    }
    this.#dropped = 0;
  }

  #giveLife(): void {
    if (this.#characters > 0 || this.stream.readableLength > this.#options.maxWaiting / 2) {
      return;
    }
    this.#sayDropped();
    if (this.#characters > 0) {
      this.#flush();
    } else if (this.stream.readableLength === 0) {
      this.stream.push(' ');
    }
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = this.#lines.join('');
    this.#lines = [];
    this.#characters = 0;
    if (text !== '') {
      this.stream.push(text);
    }
  }

  #stop(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#life);
    this.#options.onClosed();
  }
}
