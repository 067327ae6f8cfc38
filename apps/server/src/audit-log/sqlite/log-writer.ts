import { isDamaged, sqliteUnavailable } from '../../state/sqlite-failure.ts';
import type { Appended, Retention } from '../audit-log.ts';
import { type AuditRecord, isKept, readDelivery } from '../audit-record.ts';
import { dayOf } from '../record-id.ts';
import { CHUNK_RECORDS } from './chunks.ts';
import {
  bytesOfDay,
  listDays,
  pathOfDay,
  removeDay,
  removeSetAside,
  setAsideDay,
} from './day-files.ts';
import { DayWriter } from './day-writer.ts';

const DAY = 86_400_000;
/** Today's, and those of days whose records come late. */
const MAX_OPEN = 3;
/** Steps of sealing at a time, each up to a tenth of a second: records that come meanwhile wait. */
const MAX_STEPS = 8;

/** Writes the log of a directory: a file for each day. */
export class LogWriter {
  readonly #directory: string;
  readonly #retention: Retention;
  readonly #chunkRecords: number;
  readonly #open = new Map<string, DayWriter>();
  /** Days that are over, with nothing left to do. */
  readonly #sealed = new Set<string>();
  /** Days whose file was damaged: a disk that damages every file must not fill up with them. */
  readonly #setAside = new Set<string>();
  /** Told what an administrator should know. */
  onProblem: (message: string) => void = () => undefined;

  constructor(directory: string, retention: Retention, chunkRecords = CHUNK_RECORDS) {
    this.#directory = directory;
    this.#retention = retention;
    this.#chunkRecords = chunkRecords;
  }

  /** Appends deliveries in one transaction for each day of their records. */
  append(deliveries: readonly string[]): Appended[] {
    const now = Date.now();
    const ofDays = new Map<string, AuditRecord[]>();
    const results = deliveries.map((delivery) => {
      const { records, refused } = readDelivery(delivery);
      const kept = records.filter((record) => isKept(record, this.#retention.days, now));
      for (const record of kept) {
        const day = dayOf(record.time);
        const others = ofDays.get(day);
        if (others) others.push(record);
        else ofDays.set(day, [record]);
      }
      return { refused: refused + records.length - kept.length };
    });
    for (const [day, records] of ofDays) {
      this.#sealed.delete(day);
      const append = () =>
        this.#write(day, (writer) => {
          writer.append(records);
          return true;
        });
      // Again, to a new file, where the former one was set aside.
      if (!append()) append();
    }
    return results;
  }

  /** Forgets what is too old or too much, and makes searches of days that are over quicker. */
  prune(): void {
    this.#forget();
    const today = dayOf(Date.now());
    let steps = 0;
    for (const day of listDays(this.#directory)) {
      if (day >= today || this.#sealed.has(day)) continue;
      // A file that cannot be written is told of once and keeps no other day waiting.
      this.#sealed.add(day);
      while (this.#write(day, (writer) => writer.seal())) {
        steps += 1;
        if (steps < MAX_STEPS) continue;
        this.#sealed.delete(day);
        return;
      }
    }
  }

  /** Forgets days that are too old, and then the oldest records while there are too many. */
  #forget(): void {
    const { days, bytes } = this.#retention;
    const oldest = dayOf(Date.now() - days * DAY);
    const sizes = new Map<string, number>();
    removeSetAside(this.#directory, oldest);
    for (const day of listDays(this.#directory)) {
      if (day < oldest) this.#remove(day);
      else sizes.set(day, bytesOfDay(this.#directory, day));
    }
    let sum = [...sizes.values()].reduce((one, other) => one + other, 0);
    for (const [day, size] of sizes) {
      if (sum <= bytes) return;
      if (sizes.size > 1) {
        this.#remove(day);
        sizes.delete(day);
        sum -= size;
      } else {
        this.#write(day, (writer) => {
          while (writer.bytes > bytes && writer.deleteOldest());
        });
      }
    }
  }

  close(): void {
    for (const writer of this.#open.values()) writer.close();
    this.#open.clear();
  }

  /**
   * Where it fails, what the writer knows of the file may be wrong: the next one begins anew. A file
   * that is damaged is set aside, once a day; nothing was done then.
   */
  #write<Result>(day: string, work: (writer: DayWriter) => Result): Result | undefined {
    try {
      return work(this.#writerOf(day));
    } catch (error) {
      this.#open.get(day)?.close();
      this.#open.delete(day);
      if (!isDamaged(error) || this.#setAside.has(day)) {
        throw sqliteUnavailable(error, `audit/${day}.db in the data directory`);
      }
      this.#setAside.add(day);
      const path = setAsideDay(this.#directory, day);
      this.onProblem(`The audit log of ${day} is damaged and was set aside as ${path}.`);
      return undefined;
    }
  }

  #writerOf(day: string): DayWriter {
    const path = pathOfDay(this.#directory, day);
    const open = this.#open.get(day) ?? new DayWriter(path, day, this.#chunkRecords);
    this.#open.delete(day);
    this.#open.set(day, open);
    for (const [other, writer] of this.#open) {
      if (this.#open.size <= MAX_OPEN) break;
      this.#open.delete(other);
      writer.close();
    }
    return open;
  }

  #remove(day: string): void {
    this.#open.get(day)?.close();
    this.#open.delete(day);
    this.#sealed.delete(day);
    removeDay(this.#directory, day);
  }
}
