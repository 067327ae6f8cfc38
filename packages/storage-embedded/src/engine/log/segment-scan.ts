import {
  dataIsWhole,
  decodeHead,
  FIXED_SIZE,
  headerIsWhole,
  headerText,
  type RecordHead,
  recordData,
} from './record.ts';
import { isNoCopy, type SegmentFiles } from './segment-files.ts';

const CHUNK = 2 * 1024 * 1024;
const ALIGN = 8;

export interface ScannedRecord {
  readonly head: RecordHead;
  /** Header JSON. */
  readonly text: string;
  readonly offset: number;
  /** Undefined if no copy of the data is good. */
  readonly data: Buffer | undefined;
}

export interface ScanOptions {
  readonly from: number;
  /** Exclusive end; anything at or beyond it is ignored. */
  readonly limit: number;
  /**
   * If set, the scan skips bytes that no copy has whole instead of ending there. Receives the
   * skipped range and the reason: 'torn' if every copy was read, 'unavailable' if an unreadable one
   * may have them.
   */
  readonly onLost?: (from: number, to: number, why: 'torn' | 'unavailable') => void;
  /** If set, every copy is compared, and it receives the good bytes for each damaged one. */
  readonly onBadCopy?: (slot: number, offset: number, good: Buffer) => void;
}

interface Candidate {
  readonly head: RecordHead;
  readonly bytes: Buffer;
  readonly dataGood: boolean;
}

/** A window over one copy of a segment. */
class CopyWindow {
  readonly slot: number;
  readonly #read: (into: Buffer, position: number) => Promise<number>;
  #bytes = Buffer.alloc(0);
  #start = 0;
  /** Some of it could not be read and may exist. */
  unavailable = false;

  constructor(slot: number, read: (into: Buffer, position: number) => Promise<number>) {
    this.slot = slot;
    this.#read = read;
  }

  /**
   * Up to `length` bytes from `offset`; fewer at the end of the copy, none if it cannot be read.
   * The other copy is tried then, and what neither has counts as lost only if both could be read.
   */
  async at(offset: number, length: number): Promise<Buffer> {
    const end = this.#start + this.#bytes.length;
    if (offset < this.#start || offset + length > end) {
      const into = Buffer.allocUnsafe(Math.max(length, CHUNK));
      const count = await this.#read(into, offset).catch((error: unknown) => {
        this.unavailable ||= !isNoCopy(error);
        return 0;
      });
      this.#bytes = into.subarray(0, count);
      this.#start = offset;
    }
    const from = offset - this.#start;
    return this.#bytes.subarray(from, Math.min(from + length, this.#bytes.length));
  }

  async record(offset: number): Promise<Candidate | undefined> {
    const head = decodeHead(await this.at(offset, FIXED_SIZE), 0);
    if (!head) {
      return undefined;
    }
    const bytes = await this.at(offset, head.length);
    if (bytes.length < head.length || !headerIsWhole(bytes, 0, head)) {
      return undefined;
    }
    return { head, bytes, dataGood: dataIsWhole(bytes, 0, head) };
  }
}

/** Returns the next offset from `from` on at which some copy has a whole header. */
async function findNext(
  copies: readonly CopyWindow[],
  from: number,
  limit: number,
): Promise<number> {
  for (let offset = from; offset < limit; offset += ALIGN) {
    let ended = 0;
    for (const copy of copies) {
      const start = await copy.at(offset, ALIGN);
      ended += start.length === 0 ? 1 : 0;
      if (start.length === ALIGN && (await copy.record(offset))) {
        return offset;
      }
    }
    if (ended === copies.length) {
      break;
    }
  }
  return limit;
}

async function bestOf(
  copies: readonly CopyWindow[],
  offset: number,
  options: ScanOptions,
): Promise<Candidate | undefined> {
  let best: Candidate | undefined;
  const bad: CopyWindow[] = [];
  for (const copy of copies) {
    if (best?.dataGood && !options.onBadCopy) {
      break;
    }
    const candidate = await copy.record(offset);
    if (!candidate?.dataGood) {
      bad.push(copy);
    }
    if (candidate && (!best || (candidate.dataGood && !best.dataGood))) {
      best = candidate;
    }
  }
  if (best?.dataGood) {
    for (const copy of bad) {
      options.onBadCopy?.(copy.slot, offset, best.bytes);
    }
  }
  return best;
}

/**
 * Yields the records of a segment in order, each from the first copy that has it whole. Records
 * that are only valid together come in one array. Ends at the limit or before the first record that
 * no copy has whole; with `onLost`, continues after it and also yields records with damaged data
 * and the remains of torn groups.
 */
export async function* scanSegment(
  files: Pick<SegmentFiles, 'read'>,
  segment: { id: number; slots: readonly number[] },
  options: ScanOptions,
): AsyncGenerator<readonly ScannedRecord[]> {
  const copies = segment.slots.map((slot) => {
    const read = (into: Buffer, position: number) =>
      files.read(segment.id, slot, { into, position });
    return new CopyWindow(slot, read);
  });
  let offset = options.from;
  let group: ScannedRecord[] = [];
  while (offset < options.limit) {
    const best = await bestOf(copies, offset, options);
    const found = best && offset + best.head.length <= options.limit ? best : undefined;
    if (!found || (!found.dataGood && !options.onLost)) {
      if (!options.onLost) {
        return;
      }
      const next = await findNext(copies, offset + ALIGN, options.limit);
      const away = copies.some((copy) => copy.unavailable);
      options.onLost(offset, next, away ? 'unavailable' : 'torn');
      offset = next;
      continue;
    }
    const { head, bytes } = found;
    const data = found.dataGood ? recordData(bytes, 0, head) : undefined;
    group.push({ head, text: headerText(bytes, 0, head), offset, data });
    offset += head.length;
    if (!head.more) {
      yield group;
      group = [];
    }
  }
  if (group.length > 0 && options.onLost) {
    yield group;
  }
}
