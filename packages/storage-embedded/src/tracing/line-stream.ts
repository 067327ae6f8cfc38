import { Readable } from 'node:stream';

/** What comes within this time is sent together. */
const COLLECT_MS = 50;

export interface LineStreamOptions {
  /** Milliseconds between two signs of life: a blank, which JSON readers pass over. */
  readonly lifeEvery: number;
  /** Characters that may wait for a slow reader; lines beyond it are dropped. */
  readonly maxWaiting: number;
  /** The line that says how many lines were dropped before the next one. */
  readonly dropped?: (count: number) => string;
  readonly onClosed: () => void;
}

/**
 * Lines for somebody who reads an answer that stays open. Whoever writes never waits for the
 * reader: a slow one misses lines, which are counted.
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
    // Sends the head of the answer at once.
    this.stream.push(' ');
  }

  /** Whether a line would be taken now; one that would not be counts as dropped. */
  get hasRoom(): boolean {
    if (this.stream.readableLength + this.#characters < this.#options.maxWaiting) {
      return true;
    }
    this.#dropped += 1;
    return false;
  }

  /** @param line ends with a line feed; to be offered only where there is room */
  put(line: string): void {
    this.#sayDropped();
    this.#lines.push(line);
    this.#characters += line.length;
    this.#timer ??= setTimeout(() => this.#flush(), COLLECT_MS).unref();
  }

  /** Ends the stream after what waits in it. */
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
