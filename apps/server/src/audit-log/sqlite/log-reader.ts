import { sqliteUnavailable } from '../../state/sqlite-failure.ts';
import type {
  AuditFilter,
  AuditHoldings,
  AuditPage,
  AuditRange,
  AuditSearch,
  AuditSummary,
} from '../audit-log.ts';
import { dayOf, idBounds, timeOfId } from '../record-id.ts';
import { SummaryCounts, slotFor } from '../summary.ts';
import { bytesOfDay, listDays, pathOfDay } from './day-files.ts';
import { DayReader, type FoundRecord } from './day-reader.ts';

/**
 * The time limit of one call; the next continues where it stopped. A page shown in parts appears
 * sooner.
 */
const SEARCH_MS = 250;
const MAX_OPEN = 8;

/** Reads the log in a directory while a `LogWriter` writes to it. */
export class LogReader {
  readonly #directory: string;
  readonly #searchMs: number;
  readonly #open = new Map<string, DayReader>();

  constructor(directory: string, searchMs = SEARCH_MS) {
    this.#directory = directory;
    this.#searchMs = searchMs;
  }

  search({ from, to, filter, newestFirst, after, skip, limit }: AuditSearch): AuditPage {
    const end = performance.now() + this.#searchMs;
    const found: FoundRecord[] = [];
    const bounds = idBounds({ from, to }, newestFirst, after);
    const wanted = skip + limit;
    for (const day of this.#daysOf({ from, to }, newestFirst)) {
      const part = this.#read(day, (reader) =>
        reader.search({
          ...{ ...bounds, filter, newestFirst, limit: wanted - found.length },
          isOver: () => performance.now() > end,
        }),
      );
      if (part === undefined) continue;
      found.push(...part.found);
      if (found.length >= wanted) break;
      const { reached } = part;
      if (reached !== undefined) {
        return {
          records: recordsOf(found, skip),
          reached: { id: String(reached), time: timeOfId(reached) },
        };
      }
    }
    return { records: recordsOf(found, skip) };
  }

  summary({ from, to }: AuditRange, filter: AuditFilter): AuditSummary {
    const { span, step } = slotFor({ from, to });
    const counts = new SummaryCounts(step, { from, to });
    for (const day of this.#daysOf({ from, to }, false)) {
      const slots = [Math.floor(from / span), Math.ceil(to / span)] as const;
      this.#read(day, (reader) => {
        for (const row of reader.counts(span, ...slots, filter)) {
          counts.add(Number(row.slot) * span, row);
        }
      });
    }
    return counts.summary();
  }

  holdings(): AuditHoldings {
    const days = listDays(this.#directory);
    const parts = days.flatMap((day) => this.#read(day, (reader) => reader.holdings()) ?? []);
    const oldest = parts.find((part) => part.oldest !== undefined)?.oldest;
    const newest = parts.findLast((part) => part.newest !== undefined)?.newest;
    return {
      records: parts.reduce((sum, { records }) => sum + records, 0),
      bytes: days.reduce((sum, day) => sum + bytesOfDay(this.#directory, day), 0),
      ...(oldest !== undefined && { oldest }),
      ...(newest !== undefined && { newest }),
    };
  }

  close(): void {
    for (const reader of this.#open.values()) reader.close();
    this.#open.clear();
  }

  #daysOf({ from, to }: AuditRange, newestFirst: boolean): string[] {
    const [first, last] = [dayOf(from), dayOf(to)];
    const all = listDays(this.#directory);
    // A file that was pruned is closed, so that its disk space is freed.
    for (const [day, reader] of this.#open) {
      if (all.includes(day)) continue;
      this.#open.delete(day);
      reader.close();
    }
    const days = all.filter((day) => day >= first && day <= last);
    return newestFirst ? days.reverse() : days;
  }

  /** Undefined if the day has no data yet. After an error the file is reopened next time. */
  #read<Result>(day: string, work: (reader: DayReader) => Result): Result | undefined {
    try {
      const reader = this.#readerOf(day);
      return reader && work(reader);
    } catch (error) {
      this.#open.get(day)?.close();
      this.#open.delete(day);
      throw sqliteUnavailable(error, `audit/${day}.db in the data directory`);
    }
  }

  #readerOf(day: string): DayReader | undefined {
    const open = this.#open.get(day) ?? DayReader.open(pathOfDay(this.#directory, day));
    if (open === undefined) return undefined;
    this.#open.delete(day);
    this.#open.set(day, open);
    for (const [other, reader] of this.#open) {
      if (this.#open.size <= MAX_OPEN) break;
      this.#open.delete(other);
      reader.close();
    }
    return open;
  }
}

function recordsOf(found: readonly FoundRecord[], skip: number): AuditPage['records'] {
  return found.slice(skip).map(({ id, record }) => ({ ...record, id: String(id) }));
}
