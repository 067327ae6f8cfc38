import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** A file that is as long as this is not continued. */
const SEGMENT_BYTES = 8 * 1024 * 1024;
const READ_BYTES = 256 * 1024;
const POSITION = 'position';
/** Characters that are held while they cannot be written; those beyond are lost. */
const MAX_HELD = 16 * 1024 * 1024;

/** Up to where everything was taken. */
interface Position {
  readonly segment: number;
  /** Bytes. */
  readonly offset: number;
}

/** Lines from the front of a queue. */
export interface Batch {
  readonly lines: readonly string[];
  readonly end: Position;
}

/** Told how writing goes. */
export interface QueueEvents {
  /** The files cannot be written, as on a full disk: what is added is held meanwhile. */
  readonly onFailure: (error: unknown) => void;
  /** So many lines are gone. */
  readonly onLost: (lines: number) => void;
}

/**
 * Lines that wait, in files of a directory. What was added outlives the process from the end of
 * the turn of the event loop in which it was added; a line may be read again after a crash. While
 * the files cannot be written, lines are held in memory, up to a bound. Once it is closed it touches
 * the directory no more, which may be another queue's by then.
 */
export class RecordQueue {
  readonly #directory: string;
  readonly #events: QueueEvents;
  #added: string[] = [];
  #isFlushDue = false;
  #position: Position;
  #writing: { readonly segment: number; readonly file: number; bytes: number } | undefined;
  #last: number;
  #size: number;
  #closed = false;

  constructor(directory: string, events: QueueEvents) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    this.#directory = directory;
    this.#events = events;
    const segments = this.#segments();
    // The last one may end in the middle of a line: it is not continued.
    this.#last = segments.at(-1) ?? 0;
    this.#position = this.#readPosition() ?? { segment: segments[0] ?? 1, offset: 0 };
    this.#size = segments.reduce((sum, segment) => sum + this.#linesIn(segment), 0);
  }

  /** Lines that wait. */
  get size(): number {
    return this.#size;
  }

  add(line: string): void {
    if (this.#closed) {
      return;
    }
    this.#size++;
    this.#added.push(line);
    if (!this.#isFlushDue) {
      this.#isFlushDue = true;
      setImmediate(() => this.flush());
    }
  }

  /** Writes what was added in this turn, and what could not be written before. */
  flush(): void {
    this.#isFlushDue = false;
    if (this.#added.length === 0) {
      return;
    }
    const bytes = Buffer.from(`${this.#added.join('\n')}\n`);
    let written = 0;
    try {
      const writing = this.#open();
      while (written < bytes.length) {
        const count = writeSync(writing.file, bytes, written);
        written += count;
        writing.bytes += count;
      }
      this.#added = [];
    } catch (error) {
      // It may end in the middle of a line: what comes next goes to another file.
      this.#endSegment();
      this.#added = this.#added.slice(newlinesIn(bytes.subarray(0, written)));
      this.#dropSurplus();
      this.#events.onFailure(error);
    }
  }

  #dropSurplus(): void {
    let held = 0;
    const surplus = this.#added.findIndex((line) => {
      held += line.length;
      return held > MAX_HELD;
    });
    if (surplus >= 0) {
      this.#lose(this.#added.splice(surplus).length);
    }
  }

  #lose(lines: number): void {
    this.#size -= lines;
    this.#events.onLost(lines);
  }

  /** The first lines that wait, at most so many; none where nothing waits. */
  next(most: number): Batch {
    this.flush();
    for (const segment of this.#closed ? [] : this.#segments()) {
      if (segment < this.#position.segment) {
        continue;
      }
      const offset = segment === this.#position.segment ? this.#position.offset : 0;
      const batch = this.#read({ segment, offset }, most);
      if (batch.lines.length > 0) {
        return batch;
      }
    }
    return { lines: [], end: this.#position };
  }

  /** Forgets the lines of a batch. */
  taken({ lines, end }: Batch): void {
    if (this.#closed) {
      return;
    }
    this.#position = end;
    this.#size -= lines.length;
    const path = join(this.#directory, POSITION);
    try {
      // First, since that makes room.
      for (const segment of this.#segments()) {
        if (segment < end.segment) {
          rmSync(this.#pathOf(segment));
        }
      }
      writeFileSync(`${path}.new`, JSON.stringify(end), { mode: 0o600 });
      renameSync(`${path}.new`, path);
    } catch (error) {
      // It is known here; only after a crash are the lines read again.
      this.#events.onFailure(error);
    }
  }

  close(): void {
    this.flush();
    if (this.#added.length > 0) {
      this.#lose(this.#added.splice(0).length);
    }
    this.#closed = true;
    this.#endSegment();
  }

  /** Closes it and deletes what waits. */
  remove(): void {
    this.#added.length = 0;
    this.#closed = true;
    this.#endSegment();
    rmSync(this.#directory, { recursive: true, force: true });
  }

  #open() {
    if (this.#writing !== undefined && this.#writing.bytes >= SEGMENT_BYTES) {
      this.#endSegment();
    }
    if (this.#writing === undefined) {
      this.#last++;
      const file = openSync(this.#pathOf(this.#last), 'a', 0o600);
      this.#writing = { segment: this.#last, file, bytes: fstatSync(file).size };
    }
    return this.#writing;
  }

  #endSegment(): void {
    const writing = this.#writing;
    this.#writing = undefined;
    if (writing !== undefined) {
      closeSync(writing.file);
    }
  }

  #read({ segment, offset }: Position, most: number): Batch {
    const bytes = this.#bytesAt(segment, offset, READ_BYTES);
    const lines: string[] = [];
    let from = 0;
    while (lines.length < most) {
      const to = bytes.indexOf(10, from);
      if (to < 0) {
        break;
      }
      lines.push(bytes.toString('utf8', from, to));
      from = to + 1;
    }
    return { lines, end: { segment, offset: offset + from } };
  }

  #bytesAt(segment: number, offset: number, most: number): Buffer {
    const file = openSync(this.#pathOf(segment), 'r');
    try {
      const bytes = Buffer.alloc(Math.min(most, Math.max(0, fstatSync(file).size - offset)));
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, offset));
    } finally {
      closeSync(file);
    }
  }

  #linesIn(segment: number): number {
    if (segment < this.#position.segment) {
      return 0;
    }
    const from = segment === this.#position.segment ? this.#position.offset : 0;
    return newlinesIn(this.#bytesAt(segment, from, Number.MAX_SAFE_INTEGER));
  }

  /** Numbers of the files, the oldest first. */
  #segments(): number[] {
    return readdirSync(this.#directory)
      .flatMap((name) => /^(\d+)\.jsonl$/.exec(name)?.[1] ?? [])
      .map(Number)
      .sort((one, other) => one - other);
  }

  #pathOf(segment: number): string {
    return join(this.#directory, `${String(segment).padStart(8, '0')}.jsonl`);
  }

  #readPosition(): Position | undefined {
    try {
      const position: Position = JSON.parse(readFileSync(join(this.#directory, POSITION), 'utf8'));
      return position;
    } catch {
      // There is none before the first batch was taken.
      return undefined;
    }
  }
}

function newlinesIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) {
    lines++;
  }
  return lines;
}
