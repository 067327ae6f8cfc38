import type { ObjectChange } from '../changes/change-hooks.ts';
import type { FoundVersions } from '../index/supersede.ts';
import { draftBound, encodeRecord } from './record.ts';

/** A record that a mutation wants to write. */
export interface PlannedRecord {
  readonly type: number;
  readonly sequence: number;
  /** The header; applied to the index after the commit. */
  readonly entry: unknown;
  /** The header's text, if already serialised. */
  readonly text?: string;
  readonly data?: Uint8Array;
  readonly found?: FoundVersions;
}

export interface Plan<T> {
  /** Written atomically; empty if there is nothing to change. */
  readonly records: readonly PlannedRecord[];
  /** Set if the records are independent: some may be written without the others. */
  readonly loose?: boolean;
  readonly result: T;
  /** What observers are told about it. */
  readonly change?: ObjectChange;
}

/**
 * A change to the store. `plan` runs immediately before its batch is written, so nothing can come
 * between its checks and the commit; it throws the S3Error that rejects the change. Mutations that
 * exclude each other's names are never in the same batch.
 */
export interface Mutation<T> {
  readonly excludes: readonly string[];
  readonly shares: readonly string[];
  /** Bytes of data, counted against the limits of queue and batch. */
  readonly size: number;
  /** Needs a batch of its own. */
  readonly alone?: boolean;
  plan(nextSequence: () => number): Plan<T>;
}

/** Names taken by a batch. */
export class BatchNames {
  readonly #excluded = new Set<string>();
  readonly #shared = new Set<string>();

  /**
   * Takes the mutation's names and returns whether it fits into the batch; the names are taken in
   * any case, to preserve the order.
   */
  take(mutation: Mutation<unknown>): boolean {
    let free = true;
    for (const name of mutation.excludes) {
      free = free && !this.#excluded.has(name) && !this.#shared.has(name);
    }
    for (const name of mutation.shares) {
      free = free && !this.#excluded.has(name);
    }
    for (const name of mutation.excludes) {
      this.#excluded.add(name);
    }
    for (const name of mutation.shares) {
      this.#shared.add(name);
    }
    return free;
  }
}

export interface EncodedRecord {
  readonly planned: PlannedRecord;
  /** Relative to the start of the batch. */
  readonly offset: number;
  readonly length: number;
}

const FIRST_SIZE = 1024 * 1024;
const KEPT_SIZE = 16 * 1024 * 1024;

/** The bytes of one batch, in a buffer that is reused for the next. */
export class BatchBytes {
  #arena = Buffer.allocUnsafeSlow(FIRST_SIZE);
  #size = 0;
  #records: EncodedRecord[] = [];

  clear(): void {
    this.#size = 0;
    this.#records = [];
    if (this.#arena.length > KEPT_SIZE) {
      this.#arena = Buffer.allocUnsafeSlow(FIRST_SIZE);
    }
  }

  get bytes(): Buffer {
    return this.#arena.subarray(0, this.#size);
  }

  get records(): readonly EncodedRecord[] {
    return this.#records;
  }

  add(plan: Plan<unknown>): void {
    const last = plan.records.at(-1);
    for (const planned of plan.records) {
      const draft = {
        sequence: planned.sequence,
        type: planned.type,
        more: planned !== last && !plan.loose,
        header: planned.text ?? JSON.stringify(planned.entry),
        data: planned.data,
      };
      this.#reserve(draftBound(draft));
      const length = encodeRecord(draft, this.#arena, this.#size);
      this.#records.push({ planned, offset: this.#size, length });
      this.#size += length;
    }
  }

  #reserve(more: number): void {
    if (this.#size + more > this.#arena.length) {
      const length = Math.max(this.#size + more, this.#arena.length * 2);
      const larger = Buffer.allocUnsafeSlow(length);
      this.#arena.copy(larger, 0, 0, this.#size);
      this.#arena = larger;
    }
  }
}
