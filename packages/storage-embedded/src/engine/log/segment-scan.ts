import { decodeHead, decodeWhole, headerText, type RecordHead } from './record.ts';
import type { SegmentFiles } from './segment-files.ts';

const CHUNK = 4 * 1024 * 1024;

export interface ScannedRecord {
  readonly head: RecordHead;
  readonly entry: unknown;
  readonly offset: number;
}

/** A window over one copy of a segment. */
class CopyWindow {
  #bytes = Buffer.alloc(0);
  #start = 0;
  readonly #read: (into: Buffer, position: number) => Promise<number>;

  constructor(read: (into: Buffer, position: number) => Promise<number>) {
    this.#read = read;
  }

  /** Up to `length` bytes from `offset`; fewer at the end. */
  async at(offset: number, length: number): Promise<Buffer> {
    const end = this.#start + this.#bytes.length;
    if (offset < this.#start || offset + length > end) {
      const into = Buffer.allocUnsafe(Math.max(length, CHUNK));
      const count = await this.#read(into, offset).catch(() => 0);
      this.#bytes = into.subarray(0, count);
      this.#start = offset;
    }
    const from = offset - this.#start;
    return this.#bytes.subarray(from, Math.min(from + length, this.#bytes.length));
  }

  /** The record at `offset` when this copy has it whole. */
  async record(offset: number): Promise<{ head: RecordHead; bytes: Buffer } | undefined> {
    const head = decodeHead(await this.at(offset, 32), 0);
    if (!head) {
      return undefined;
    }
    const bytes = await this.at(offset, head.length);
    return decodeWhole(bytes, 0) ? { head, bytes } : undefined;
  }
}

/**
 * The records of a segment from `from` on, in order; each from the first copy
 * that has it whole. Ends before the first record that no copy has whole, and at
 * `limit`. Records that hold only together come in one array.
 */
export async function* scanSegment(
  files: SegmentFiles,
  segment: { id: number; slots: readonly number[] },
  range: { from: number; limit: number },
): AsyncGenerator<readonly ScannedRecord[]> {
  const copies = segment.slots.map(
    (slot) => new CopyWindow((into, position) => files.read(segment.id, slot, into, position)),
  );
  let offset = range.from;
  let group: ScannedRecord[] = [];
  while (offset < range.limit) {
    let found: { head: RecordHead; bytes: Buffer } | undefined;
    for (const copy of copies) {
      found ??= await copy.record(offset);
    }
    if (!found) {
      return;
    }
    const entry: unknown = JSON.parse(headerText(found.bytes, 0, found.head));
    group.push({ head: found.head, entry, offset });
    offset += found.head.length;
    if (!found.head.more) {
      yield group;
      group = [];
    }
  }
}
