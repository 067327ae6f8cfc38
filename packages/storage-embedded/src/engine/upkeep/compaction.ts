import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../drives/drive-set.ts';
import type { SegmentInfo } from '../index/accounting.ts';
import type { IndexDb } from '../index/index-db.ts';
import type { Mutation, Plan, PlannedRecord } from '../log/batch.ts';
import type { Committer } from '../log/committer.ts';
import type { LogWriter } from '../log/log-writer.ts';
import { isKnownType, RECORD_TYPE } from '../log/record.ts';
import type { SegmentFiles } from '../log/segment-files.ts';
import { type ScannedRecord, scanSegment } from '../log/segment-scan.ts';
import { type ChoiceLimits, chooseSegment, SegmentSpan } from './compaction-choice.ts';
import { isTombstone, standingOf } from './liveness.ts';
import { WorkerLoop } from './worker-loop.ts';

/** Limits of one mutation: bytes and number of records to move. */
const MOVE_BYTES = 1024 * 1024;
const MOVE_COUNT = 256;
const MAX_PAUSE = 2000;

export interface CompactionOptions {
  readonly limits: ChoiceLimits;
  /** Share of the time that compaction may take. */
  readonly share: number;
  /** Whether the drives are complete; otherwise nothing is dropped. */
  readonly isComplete: () => boolean;
  readonly log: Log;
}

export interface CompactionParts {
  readonly index: IndexDb;
  readonly files: SegmentFiles;
  readonly committer: Committer;
  readonly writer: LogWriter;
}

interface Candidate {
  readonly record: ScannedRecord;
  readonly entry: unknown;
}

/** A segment was not rewritten; the message gives the reason as a sentence. */
export class NotCompacted extends Error {}

/** The segment cannot be dropped because a live record in it is unreadable. */
class Stuck extends NotCompacted {}

/** A drive became unreadable; retried when a drive is back. */
class Unavailable extends NotCompacted {}

function sumOfTombstones({ tombstones }: SegmentInfo): number {
  return [...tombstones.values()].reduce((sum, { bytes }) => sum + bytes, 0);
}

/**
 * Reclaims the space of dead records: moves live ones out of a segment and drops it. See docs/adr
 * for why this never resurrects anything deleted.
 */
export class Compaction {
  readonly #parts: CompactionParts;
  readonly #options: CompactionOptions;
  readonly #stuck = new Set<number>();
  readonly #unavailable = new Set<number>();
  #turn: Promise<void> = Promise.resolve();
  readonly loop: WorkerLoop;

  constructor(parts: CompactionParts, options: CompactionOptions) {
    this.#parts = parts;
    this.#options = options;
    this.loop = new WorkerLoop(
      () => this.#run(),
      (error) => options.log('error', 'Compaction failed.', { error: String(error) }),
    );
  }

  /** Retries segments that could not be read, because a drive is back. */
  retry(): void {
    this.#unavailable.clear();
  }

  /** Whether a segment is worth rewriting. */
  choose(): number | undefined {
    if (!this.#options.isComplete()) {
      return undefined;
    }
    const { index, writer } = this.#parts;
    const not = new Set([...this.#stuck, ...this.#unavailable]);
    if (writer.activeId !== undefined) {
      not.add(writer.activeId);
    }
    return chooseSegment(index.accounting.segments, not, this.#options.limits);
  }

  async #run(): Promise<void> {
    for (let id = this.choose(); id !== undefined && !this.loop.closed; id = this.choose()) {
      try {
        await this.compact(id);
      } catch (error) {
        if (!(error instanceof NotCompacted)) {
          throw error;
        }
        (error instanceof Stuck ? this.#stuck : this.#unavailable).add(id);
        this.#options.log('error', error.message, { segment: id });
      }
    }
  }

  /**
   * Rewrites one segment after the one in progress; stops early, without harm, if the store is
   * closing or the drives are not complete.
   *
   * @throws NotCompacted
   */
  compact(id: number): Promise<void> {
    const turn = this.#turn.then(() => this.#compact(id));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #compact(id: number): Promise<void> {
    const segment = this.#parts.index.accounting.segments.get(id);
    if (!segment) {
      return;
    }
    const { slots, length } = segment;
    const seen = { tombstones: 0, torn: false };
    const onLost = (_from: number, _to: number, why: 'torn' | 'unavailable'): void => {
      if (why === 'unavailable') {
        throw new Unavailable('Part of a segment cannot be read now: it is not compacted.');
      }
      seen.torn = true;
    };
    let group: Candidate[] = [];
    let bytes = 0;
    const options = { from: 0, limit: length, onLost };
    for await (const records of scanSegment(this.#parts.files, { id, slots }, options)) {
      if (this.loop.closed) {
        return;
      }
      const span = new SegmentSpan(this.#parts.index.accounting.segments);
      for (const record of records) {
        if (!isKnownType(record.head.type)) {
          throw new Stuck('A segment has records of a newer version and is kept.');
        }
        const candidate = { record, entry: JSON.parse(record.text) };
        seen.tombstones += isTombstone(record.head.type, candidate.entry) ? record.head.length : 0;
        if (this.#isKept(id, span, candidate)) {
          group.push(candidate);
          bytes += record.head.length;
        }
      }
      if (bytes >= MOVE_BYTES || group.length >= MOVE_COUNT) {
        await this.#move(id, group);
        group = [];
        bytes = 0;
      }
    }
    await this.#move(id, group);
    if (seen.torn && seen.tombstones < sumOfTombstones(segment)) {
      throw new Stuck('A segment has lost records of deletions and is kept for what they delete.');
    }
    if (!this.loop.closed && this.#options.isComplete()) {
      await this.#drop(id, slots);
    }
  }

  /** Whether the record must be kept when its segment goes. */
  #isKept(id: number, span: SegmentSpan, { record, entry }: Candidate): boolean {
    const { index } = this.#parts;
    const place = { segment: id, offset: record.offset, length: record.head.length };
    const standing = standingOf(index, record.head.type, entry, place);
    if (standing.kind === 'tombstone') {
      return span.needs(standing.covers, id);
    }
    return standing.kind === 'holds';
  }

  async #move(id: number, group: readonly Candidate[]): Promise<void> {
    if (group.length === 0) {
      return;
    }
    const started = performance.now();
    await this.#parts.committer.submit(this.#moveMutation(id, group));
    const took = performance.now() - started;
    const rest = Math.min(took * (1 / this.#options.share - 1), MAX_PAUSE);
    if (rest >= 1 && !this.loop.closed) {
      await pause(rest, undefined, { ref: false });
    }
  }

  #moveMutation(id: number, group: readonly Candidate[]): Mutation<void> {
    return {
      excludes: [],
      shares: [],
      alone: true,
      size: group.reduce((sum, { record }) => sum + record.head.length, 0),
      plan: (): Plan<void> => {
        const span = new SegmentSpan(this.#parts.index.accounting.segments);
        const kept = group.filter((candidate) => this.#isKept(id, span, candidate));
        return { records: kept.map(moved), loose: true, result: undefined };
      },
    };
  }

  async #drop(id: number, slots: readonly number[]): Promise<void> {
    const { index, committer, files } = this.#parts;
    await committer.submit<void>({
      excludes: [],
      shares: [],
      alone: true,
      size: 0,
      plan: (next) => {
        const live = index.accounting.segments.get(id)?.live ?? 0;
        if (live !== 0) {
          throw new Stuck(`A segment still has ${live} bytes that hold and cannot be dropped.`);
        }
        const record = { type: RECORD_TYPE.drop, sequence: next(), entry: { id } };
        return { records: [record], result: undefined };
      },
    });
    await index.sync();
    await files.remove(id, slots);
  }
}

function moved({ record, entry }: Candidate): PlannedRecord {
  if (!record.data) {
    throw new Stuck('A record that holds is damaged on every copy.');
  }
  const { type, sequence } = record.head;
  const planned = { type, sequence, entry, text: record.text };
  return record.head.dataSize > 0 ? { ...planned, data: record.data } : planned;
}
