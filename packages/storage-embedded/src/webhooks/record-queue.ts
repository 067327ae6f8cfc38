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

/** Files of at least this length are not appended to. */
const SEGMENT_BYTES = 8 * 1024 * 1024;
const READ_BYTES = 256 * 1024;
const POSITION = 'position';
/** Maximum characters held in memory while writing fails; further lines are lost. */
const MAX_HELD = 16 * 1024 * 1024;

/** The position up to which all lines have been taken. */
interface Position {
  readonly segment: number;
  /** Bytes. */
  readonly offset: number;
}

/** Lines from the head of a queue. */
export interface Batch {
  readonly lines: readonly string[];
  readonly end: Position;
}

/** Called on writing problems. */
export interface QueueEvents {
  /**
   * The files cannot be written, for example because the disk is full: new lines are held in
   * memory.
   */
  readonly onFailure: (error: unknown) => void;
  /** Lines were lost. */
  readonly onLost: (lines: number) => void;
}

/**
 * A queue of lines in files of a directory. A line survives the process once the current turn of
 * the event loop has ended; after a crash, lines may be read again. While the files cannot be
 * written, lines are held in memory, up to a limit. A closed queue leaves the directory alone, as
 * it may already belong to another queue.
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
    // The last file may end in the middle of a line, so it is not appended to.
    this.#last = segments.at(-1) ?? 0;
    this.#position = this.#readPosition() ?? { segment: segments[0] ?? 1, offset: 0 };
    this.#size = segments.reduce((sum, segment) => sum + this.#linesIn(segment), 0);
  }

  /** Number of queued lines. */
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

  /** Writes the lines added in this turn, and any that could not be written before. */
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
      // The file may end in the middle of a line, so the next line goes to a new one.
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

  /** Returns up to `most` lines from the head of the queue; none if it is empty. */
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

  /** Removes the lines of a batch. */
  taken({ lines, end }: Batch): void {
    if (this.#closed) {
      return;
    }
    this.#position = end;
    this.#size -= lines.length;
    const path = join(this.#directory, POSITION);
    try {
      // First, to make room.
      for (const segment of this.#segments()) {
        if (segment < end.segment) {
          rmSync(this.#pathOf(segment));
        }
      }
      writeFileSync(`${path}.new`, JSON.stringify(end), { mode: 0o600 });
      renameSync(`${path}.new`, path);
    } catch (error) {
      // The position in memory is correct; only after a crash would lines be read again.
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

  /** Closes the queue and deletes its lines. */
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

  /** Returns the numbers of the files, oldest first. */
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
      // Missing before the first batch was taken.
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
