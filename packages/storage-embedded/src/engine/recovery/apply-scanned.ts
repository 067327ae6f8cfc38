import { applyRecord } from '../index/apply.ts';
import type { IndexDb } from '../index/index-db.ts';
import type { Freed } from '../index/supersede.ts';
import type { DropEntry } from '../log/entries.ts';
import { isKnownType, RECORD_TYPE } from '../log/record.ts';
import type { ScannedRecord } from '../log/segment-scan.ts';

/** Records applied per transaction. */
const BATCH_RECORDS = 4000;
const BATCH_TEXT = 16 * 1024 * 1024;

/** Applies the records of one segment to the index in large transactions. */
export class ScannedApplier {
  readonly #index: IndexDb;
  readonly #segment: number;
  readonly #freed: Freed = [];
  #pending: ScannedRecord[] = [];
  #text = 0;
  /** Highest sequence number seen, including the initial one. */
  sequence: number;
  /** End of the last record added. */
  end: number;
  count = 0;
  /**
   * Set when a dropped segment still has live records in the index: the index missed what came
   * before.
   */
  contradiction: string | undefined;

  constructor(index: IndexDb, segment: number, from: { offset: number; sequence: number }) {
    this.#index = index;
    this.#segment = segment;
    this.sequence = from.sequence;
    this.end = from.offset;
  }

  add(group: readonly ScannedRecord[]): void {
    for (const record of group) {
      if (!isKnownType(record.head.type)) {
        throw new Error('A newer version of Stowage has written to the log: use that one.');
      }
      this.#pending.push({ ...record, data: undefined });
      this.#text += record.text.length;
      this.sequence = Math.max(this.sequence, record.head.sequence);
      this.end = record.offset + record.head.length;
    }
    if (this.#pending.length >= BATCH_RECORDS || this.#text >= BATCH_TEXT) {
      this.flush();
    }
  }

  flush(): void {
    const index = this.#index;
    const segment = this.#segment;
    index.transaction(() => {
      for (const { head, text, offset } of this.#pending) {
        const place = { segment, offset, length: head.length };
        const { type, sequence } = head;
        const entry = JSON.parse(text);
        if (type === RECORD_TYPE.drop) {
          this.#checkDrop(entry);
        }
        applyRecord(index, { type, sequence, entry, place }, this.#freed);
      }
      index.accounting.grow(segment, this.end);
      index.setPosition({ segment, offset: this.end, sequence: this.sequence });
    });
    this.count += this.#pending.length;
    this.#pending = [];
    this.#text = 0;
    this.#freed.length = 0;
  }

  /** Segments are dropped only once they have no live records. */
  #checkDrop({ id }: DropEntry): void {
    const live = this.#index.accounting.segments.get(id)?.live ?? 0;
    if (live !== 0) {
      this.contradiction ??= `it refers to segment ${id}, which was dropped`;
    }
  }
}
