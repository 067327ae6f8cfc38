import type { Readable } from 'node:stream';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { Log } from '../log.ts';
import { LineStream } from './line-stream.ts';
import { type LogEntry, type LogPlace, logEntry } from './log-entry.ts';

/** Number of recent entries kept for new readers. */
const MAX_KEPT = 2000;
const MAX_READERS = 64;
const MAX_WAITING = 1024 * 1024;
const LIFE_MS = 500;

export interface LogWish {
  /** Number of recent entries to start with; 0 or none for all that are kept. */
  readonly last: number;
  readonly matches: (entry: LogEntry, place: LogPlace) => boolean;
}

/** The log of the store for administrators: recent entries, then new ones as they are written. */
export class ConsoleLog {
  readonly #write: Log;
  readonly #place: LogPlace;
  readonly #kept: LogEntry[] = [];
  readonly #readers = new Map<LineStream, LogWish>();
  #failures: ((line: string) => void) | undefined;

  /**
   * @param write also receives all lines
   * @param place filled in once known
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
   * Opens a stream of MinIO's log entries, one per line.
   *
   * @throws S3Error SlowDown if there are too many readers
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

  /** Sets a function that receives warnings and errors, each as one line. */
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
