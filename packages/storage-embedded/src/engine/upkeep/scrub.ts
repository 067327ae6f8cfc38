import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../drives/drive-set.ts';
import type { IndexDb } from '../index/index-db.ts';
import type { ScrubPace, ScrubPass, ScrubState } from '../store-health.ts';
import { contentPages, type WalkCursor } from './contents.ts';
import type { Inspection, InspectOptions } from './inspection.ts';
import type { Repairs } from './repairs.ts';
import { type Clock, Throttle } from './throttle.ts';
import { WorkerLoop } from './worker-loop.ts';

const STATE = 'scrub';
/**
 * Index rows between checkpoints of the progress; at most that many are read again after a restart.
 */
const PAGE = 16;
/** Default maximum pause after a single read, in milliseconds, however slow the pace. */
const LONGEST_REST = 60_000;

/** Progress of a pass. Segments come first, then contents. */
interface Progress {
  readonly startedAt: number;
  /** The last segment read; once there is a cursor, all have been read. */
  readonly segment: number;
  readonly cursor?: WalkCursor;
  readonly bytes: number;
  readonly damaged: number;
  readonly lost: number;
}

interface Kept {
  readonly current?: Progress | undefined;
  readonly last?: ScrubPass | undefined;
}

export interface ScrubParts {
  readonly index: IndexDb;
  readonly inspection: Inspection;
  readonly repairs: Repairs;
  readonly log: Log;
  /** Returns undefined if scrubbing is off. */
  readonly pace: () => ScrubPace | undefined;
  /** Clock for the pace; default the system clock. */
  readonly clock: Clock | undefined;
}

/** The store is closing, or scrubbing was turned off. */
class Stopped extends Error {}

/**
 * Periodically reads every copy of everything, at a pace that leaves the drives to requests, and
 * has missing or damaged copies repaired. Everything before the stored position was verified in
 * this pass, the rest in the previous one.
 */
export class Scrub {
  readonly #parts: ScrubParts;
  readonly #stop = new AbortController();
  readonly #throttle: Throttle;
  #wanted = false;
  readonly loop: WorkerLoop;

  constructor(parts: ScrubParts) {
    this.#parts = parts;
    const sleep = (ms: number): Promise<void> => {
      const { signal } = this.#stop;
      const longest = parts.pace()?.maxSleep ?? LONGEST_REST;
      return pause(Math.min(ms, longest), undefined, { signal, ref: false });
    };
    const clock = parts.clock ?? { now: () => performance.now(), sleep };
    this.#throttle = new Throttle(() => this.#pace(), clock);
    this.loop = new WorkerLoop(
      () => this.#run(),
      (error) => parts.log('error', 'Scrubbing failed.', { error: String(error) }),
    );
  }

  get state(): ScrubState {
    const { current, last } = this.#kept;
    return {
      enabled: this.#parts.pace() !== undefined,
      ...(current ? { running: tell(current) } : {}),
      ...(last ? { last } : {}),
    };
  }

  /** Starts a pass now, or after the current one. */
  want(): void {
    this.#wanted = true;
    this.loop.kick();
  }

  close(): Promise<void> {
    this.#stop.abort();
    return this.loop.close();
  }

  #pace(): ScrubPace {
    const pace = this.#parts.pace();
    if (!pace) {
      throw new Stopped();
    }
    return pace;
  }

  get #kept(): Kept {
    return JSON.parse(this.#parts.index.state(STATE) ?? '{}');
  }

  #keep(kept: Kept): void {
    this.#parts.index.noteState(STATE, JSON.stringify(kept));
  }

  async #run(): Promise<void> {
    try {
      const progress = this.#next();
      if (progress) {
        this.#throttle.begin();
        await this.#pass(progress);
      }
    } catch (error) {
      if (!(error instanceof Stopped) && !this.#stop.signal.aborted) {
        throw error;
      }
    }
  }

  /** Returns the current pass, or a new one if it is due. */
  #next(): Progress | undefined {
    const pace = this.#parts.pace();
    const { current, last } = this.#kept;
    if (!pace || this.#stop.signal.aborted) {
      return undefined;
    }
    if (current) {
      return current;
    }
    const now = Date.now();
    // A start time in the future means that the clock was set back since.
    const isRecent = last && last.startedAt <= now && last.startedAt + pace.every > now;
    if (!this.#wanted && isRecent) {
      return undefined;
    }
    this.#wanted = false;
    return { startedAt: now, segment: -1, bytes: 0, damaged: 0, lost: 0 };
  }

  async #pass(from: Progress): Promise<void> {
    let progress = from;
    if (!progress.cursor) {
      progress = await this.#scrubLog(progress);
    }
    progress = await this.#scrubContents(progress);
    const { startedAt, bytes, damaged, lost } = progress;
    const last = { startedAt, endedAt: Date.now(), bytes, damaged, lost };
    this.#keep({ last });
    this.#parts.log(lost > 0 ? 'error' : 'info', 'Every copy that can be reached was read.', {
      ...last,
    });
  }

  async #scrubLog(from: Progress): Promise<Progress> {
    const { index, repairs, inspection } = this.#parts;
    const { segments } = index.accounting;
    let progress = from;
    for (const id of [...segments.keys()].sort((a, b) => a - b)) {
      const segment = segments.get(id);
      if (id <= from.segment || !segment) {
        continue;
      }
      const counter = this.#counter();
      const report = await inspection.segment(segment, counter);
      this.#check();
      // A record that is not whole in any copy is damaged in all of them.
      const bad = new Set([
        ...(report?.bad.keys() ?? []),
        ...(report && report.lost.length > 0 ? report.slots : []),
      ]);
      for (const slot of bad) {
        repairs.note({ kind: 'segment', id, slot });
      }
      const found = { damaged: bad.size, lost: report?.lost.length ?? 0 };
      progress = this.#advance(progress, { segment: id }, { bytes: counter.bytes, ...found });
    }
    return progress;
  }

  async #scrubContents(from: Progress): Promise<Progress> {
    const { index, repairs, inspection } = this.#parts;
    let progress = from;
    for (const { contents, cursor } of contentPages(index, from.cursor, PAGE)) {
      const counter = this.#counter();
      let damaged = 0;
      let lost = 0;
      for (const content of contents) {
        const copies = await inspection.content(content, counter);
        this.#check();
        for (const [slot, state] of copies ?? []) {
          if (state === 'damaged' || state === 'missing') {
            damaged++;
            repairs.note({ kind: 'blob', content, slot });
          }
        }
        const states = [...(copies?.values() ?? [])];
        lost += copies && !states.some((state) => state === 'whole' || state === 'away') ? 1 : 0;
      }
      progress = this.#advance(progress, { cursor }, { bytes: counter.bytes, damaged, lost });
      await breathe();
    }
    return progress;
  }

  #advance(
    progress: Progress,
    to: { segment: number } | { cursor: WalkCursor },
    found: { bytes: number; damaged: number; lost: number },
  ): Progress {
    const next = {
      ...progress,
      ...to,
      bytes: progress.bytes + found.bytes,
      damaged: progress.damaged + found.damaged,
      lost: progress.lost + found.lost,
    };
    this.#keep({ ...this.#kept, current: next });
    return next;
  }

  #check(): void {
    if (this.#stop.signal.aborted) {
      throw new Stopped();
    }
  }

  #counter(): InspectOptions & { bytes: number } {
    const counter = {
      bytes: 0,
      stopped: () => this.#stop.signal.aborted,
      onRead: async (bytes: number): Promise<void> => {
        counter.bytes += bytes;
        await this.#throttle.spent(bytes);
      },
    };
    return counter;
  }
}

function tell({ startedAt, bytes, damaged, lost }: Progress): Omit<ScrubPass, 'endedAt'> {
  return { startedAt, bytes, damaged, lost };
}
