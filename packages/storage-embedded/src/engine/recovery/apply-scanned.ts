import { applyRecord } from '../index/apply.ts';
import type { IndexDb } from '../index/index-db.ts';
import type { Freed } from '../index/supersede.ts';
import type { ScannedRecord } from '../log/segment-scan.ts';

/** Records applied in one transaction. */
const BATCH_RECORDS = 4000;
const BATCH_TEXT = 16 * 1024 * 1024;

/** Applies the records of one segment to the index, many to a transaction. */
export class ScannedApplier {
  readonly #index: IndexDb;
  readonly #segment: number;
  readonly #freed: Freed = [];
  #pending: ScannedRecord[] = [];
  #text = 0;
  /** Highest sequence number seen, from the one given on. */
  sequence: number;
  /** End of the last record added. */
  end: number;
  count = 0;

  constructor(index: IndexDb, segment: number, from: { offset: number; sequence: number }) {
    this.#index = index;
    this.#segment = segment;
    this.sequence = from.sequence;
    this.end = from.offset;
  }

  add(group: readonly ScannedRecord[]): void {
    for (const record of group) {
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
        applyRecord(index, { type, sequence, entry: JSON.parse(text), place }, this.#freed);
      }
      index.accounting.grow(segment, this.end);
      index.setPosition({ segment, offset: this.end, sequence: this.sequence });
    });
    this.count += this.#pending.length;
    this.#pending = [];
    this.#text = 0;
    this.#freed.length = 0;
  }
}
