import type pg from 'pg';
import { inTransaction } from '../../state/postgres.ts';
import type { Appended, Retention } from '../audit-log.ts';
import { type AuditRecord, isKept, readDelivery } from '../audit-record.ts';
import { appendToDays, byDays } from './append.ts';
import { createDay } from './days.ts';

/** Records per transaction; the rest goes to the next one. */
const MAX_RECORDS = 5000;

interface Waiting {
  readonly records: readonly AuditRecord[];
  readonly settle: PromiseWithResolvers<void>;
}

/** Appends everything that has arrived since the last transaction in one transaction. */
export class Appender {
  readonly #pool: pg.Pool;
  readonly #retention: Retention;
  readonly #waiting: Waiting[] = [];
  #working: Promise<void> | undefined;

  constructor(pool: pg.Pool, retention: Retention) {
    this.#pool = pool;
    this.#retention = retention;
  }

  /** Resolves once the records are committed. */
  async append(delivery: Buffer): Promise<Appended> {
    const { records, refused } = readDelivery(delivery.toString('utf8'));
    const kept = records.filter((record) => isKept(record, this.#retention.days));
    if (kept.length > 0) {
      const settle = Promise.withResolvers<void>();
      this.#waiting.push({ records: kept, settle });
      this.#working ??= this.#work();
      await settle.promise;
    }
    return { refused: refused + records.length - kept.length };
  }

  /** Waits until everything pending is written. */
  async close(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    // Deliveries that arrive in the same tick are included.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const batch = this.#next();
      try {
        await this.#write(batch.flatMap(({ records }) => records));
        for (const { settle } of batch) settle.resolve();
      } catch (error) {
        for (const { settle } of batch) settle.reject(error);
      }
    }
    this.#working = undefined;
  }

  #next(): readonly Waiting[] {
    let records = 0;
    const end = this.#waiting.findIndex((waiting, index) => {
      records += waiting.records.length;
      return index > 0 && records > MAX_RECORDS;
    });
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
  }

  async #write(records: readonly AuditRecord[]): Promise<void> {
    const days = byDays(records);
    for (;;) {
      const missing = await inTransaction(this.#pool, (query) => appendToDays(query, days));
      if (missing.length === 0) return;
      for (const day of missing) {
        await inTransaction(this.#pool, (query) => createDay(query, day));
      }
    }
  }
}
