import type { Readable } from 'node:stream';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { Log } from '../log.ts';
import { LineStream } from './line-stream.ts';
import { type LogEntry, type LogPlace, logEntry } from './log-entry.ts';

/** Entries that are kept for those who ask what happened before. */
const MAX_KEPT = 2000;
const MAX_READERS = 64;
const MAX_WAITING = 1024 * 1024;
const LIFE_MS = 500;

export interface LogWish {
  /** How many of the last entries to begin with; all that are kept when it is none or 0. */
  readonly last: number;
  readonly matches: (entry: LogEntry, place: LogPlace) => boolean;
}

/** The log of the store as administrators read it: what was last written, and what is from now on. */
export class ConsoleLog {
  readonly #write: Log;
  readonly #place: LogPlace;
  readonly #kept: LogEntry[] = [];
  readonly #readers = new Map<LineStream, LogWish>();
  #failures: ((line: string) => void) | undefined;

  /**
   * @param write where the lines go besides
   * @param place as soon as it is known
   */
  constructor(write: Log, place: LogPlace) {
    this.#write = write;
    this.#place = place;
  }

  readonly log: Log = (level, message, fields) => {
    this.#write(level, message, fields);
    const entry = logEntry({ level, message, fields: { ...fields } });
    this.#kept.push(entry);
    if (this.#kept.length > MAX_KEPT) {
      this.#kept.shift();
    }
    const line = this.#line(entry);
    if (level !== 'info') {
      this.#failures?.(line.trimEnd());
    }
    for (const [lines, { matches }] of this.#readers) {
      if (matches(entry, this.#place) && lines.hasRoom) {
        lines.put(line);
      }
    }
  };

  /**
   * A stream of MinIO's log entries, one a line.
   *
   * @throws S3Error SlowDown when too many read
   */
  read(wish: LogWish): Readable {
    if (this.#readers.size >= MAX_READERS) {
      throw new S3Error('SlowDown');
    }
    const lines: LineStream = new LineStream({
      lifeEvery: LIFE_MS,
      maxWaiting: MAX_WAITING,
      onClosed: () => this.#readers.delete(lines),
    });
    const matching = this.#kept.filter((entry) => wish.matches(entry, this.#place));
    for (const entry of wish.last > 0 ? matching.slice(-wish.last) : matching) {
      if (lines.hasRoom) {
        lines.put(this.#line(entry));
      }
    }
    this.#readers.set(lines, wish);
    return lines.stream;
  }

  /** Tells somebody of warnings and errors from now on, each as one line. */
  onFailure(tell: (line: string) => void): void {
    this.#failures = tell;
  }

  #line(entry: LogEntry): string {
    const { deploymentId: deploymentid, node } = this.#place;
    return `${JSON.stringify({ deploymentid, node, ...entry })}\n`;
  }

  /** Ends all streams. */
  close(): void {
    for (const lines of this.#readers.keys()) {
      lines.end();
    }
  }
}
