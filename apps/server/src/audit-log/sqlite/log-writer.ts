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
/** Today's files, and those of days with late records. */
const MAX_OPEN = 3;
/** Sealing steps per run, each up to a tenth of a second: incoming records wait meanwhile. */
const MAX_STEPS = 8;

/** Writes the log in a directory: one file per day. */
export class LogWriter {
  readonly #directory: string;
  readonly #retention: Retention;
  readonly #chunkRecords: number;
  readonly #open = new Map<string, DayWriter>();
  /** Past days that are fully sealed. */
  readonly #sealed = new Set<string>();
  /**
   * Days whose file was damaged, so that a disk that damages every file does not fill up with them.
   */
  readonly #setAside = new Set<string>();
  /** Receives messages for the administrator. */
  onProblem: (message: string) => void = () => undefined;

  constructor(directory: string, retention: Retention, chunkRecords = CHUNK_RECORDS) {
    this.#directory = directory;
    this.#retention = retention;
    this.#chunkRecords = chunkRecords;
  }

  /** Appends deliveries in one transaction per day of their records. */
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
      // Tries again with a new file if the previous one was set aside.
      if (!append()) append();
    }
    return results;
  }

  /** Deletes records beyond the retention limits, and speeds up searches of past days. */
  prune(): void {
    this.#forget();
    const today = dayOf(Date.now());
    let steps = 0;
    for (const day of listDays(this.#directory)) {
      if (day >= today || this.#sealed.has(day)) continue;
      // A file that cannot be written is reported once and does not block other days.
      this.#sealed.add(day);
      while (this.#write(day, (writer) => writer.seal())) {
        steps += 1;
        if (steps < MAX_STEPS) continue;
        this.#sealed.delete(day);
        return;
      }
    }
  }

  /** Deletes days that are too old, then the oldest records while there are too many. */
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
   * After an error, what the writer knows about the file may be wrong: the next call reopens it. A
   * damaged file is set aside, once per day; nothing was written in that case.
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
