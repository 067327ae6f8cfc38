import type { Engine } from '../engine/types.ts';
import type { BackOff } from './back-off.ts';
import { type QueuedWork, workBehind } from './work.ts';

const PAGE = 64;
/** Maximum number of work items examined at a time. */
const MAX_LOOKS = 256;

/**
 * Determines the order of queued work. The queue itself is on disk; memory holds one page of it and
 * the current position. Work that cannot run yet is skipped, and the position moves back when that
 * may have changed.
 */
export class WorkOrder {
  readonly #engine: Pick<Engine, 'pageDocuments'>;
  readonly #backOff: BackOff;
  /** Work that takes precedence over everything else. */
  readonly #urgent: QueuedWork[] = [];
  readonly #running = new Map<string, string>();
  readonly #busyKeys = new Set<string>();
  #page: QueuedWork[] = [];
  /** Names of the last document examined, and of the last one ever. */
  #place = '';
  #furthest = '';
  /** Targets with skipped work before the position. */
  readonly #waiting = new Set<string>();
  #objectsWait = false;
  /** All targets ever seen in the queue. */
  readonly #targets = new Set<string>();
  /** Position to return to once a key is free. */
  #backTo: string | undefined;

  constructor(engine: Pick<Engine, 'pageDocuments'>, backOff: BackOff) {
    this.#engine = engine;
    this.#backOff = backOff;
  }

  get running(): number {
    return this.#running.size;
  }

  /** Schedules a work item to run next. */
  hurry(work: QueuedWork): void {
    this.#urgent.push(work);
  }

  /**
   * Returns the next work that can run, and marks it as running. Returns 'later' after skipping
   * many items, so that requests are served before the next call.
   */
  next(): QueuedWork | 'later' | undefined {
    for (let looks = 0; looks < MAX_LOOKS; looks++) {
      const found = this.#take();
      if (found === undefined) {
        return undefined;
      }
      if (this.#canRun(found)) {
        const key = keyOf(found);
        this.#running.set(found.name, key);
        this.#busyKeys.add(key);
        return found;
      }
    }
    return 'later';
  }

  /** Whether skipped work may run later. */
  get hasLeft(): boolean {
    return this.#waiting.size > 0 || this.#objectsWait;
  }

  isWaitingFor(arn: string): boolean {
    return this.#waiting.has(arn);
  }

  /**
   * Marks work as finished.
   *
   * @param left targets still without it
   */
  done({ name }: QueuedWork, left: readonly string[]): void {
    for (const arn of left) {
      if (this.#backOff.isBlocked(arn)) {
        this.#waiting.add(arn);
      }
    }
    this.#objectsWait ||= this.#backOff.isDelayed(name);
    const key = this.#running.get(name);
    this.#running.delete(name);
    if (key !== undefined) {
      this.#busyKeys.delete(key);
    }
    if (this.#backTo !== undefined) {
      this.#goTo(this.#backTo);
      this.#backTo = undefined;
    }
  }

  /** Moves back to the start of the queue if any work was skipped. */
  rewind(): void {
    if (this.#waiting.size > 0 || this.#objectsWait) {
      this.#waiting.clear();
      this.#objectsWait = false;
      this.#goTo('');
    }
  }

  #goTo(place: string): void {
    if (place < this.#place) {
      this.#place = place;
      this.#page = [];
    }
  }

  #take(): QueuedWork | undefined {
    const urgent = this.#urgent.shift();
    if (urgent !== undefined) {
      return urgent;
    }
    if (this.#place < this.#furthest && this.#onlyBlockedBehind()) {
      this.#place = this.#furthest;
      this.#page = [];
    }
    if (this.#page.length === 0) {
      this.#page = workBehind(this.#engine, this.#place, PAGE);
    }
    const next = this.#page.shift();
    if (next !== undefined) {
      this.#place = next.name;
      if (next.name > this.#furthest) {
        this.#furthest = next.name;
      }
    }
    return next;
  }

  /** Avoids scanning the queue when all targets are offline, as it may hold millions of items. */
  #onlyBlockedBehind(): boolean {
    return (
      !this.#objectsWait &&
      this.#backTo === undefined &&
      this.#waiting.size > 0 &&
      [...this.#targets].every((arn) => this.#backOff.isBlocked(arn))
    );
  }

  #canRun({ name, work }: QueuedWork): boolean {
    for (const arn of work.targets) {
      this.#targets.add(arn);
    }
    if (this.#running.has(name)) {
      return false;
    }
    if (this.#backOff.isDelayed(name)) {
      this.#objectsWait = true;
      return false;
    }
    if (work.targets.every((arn) => this.#backOff.isBlocked(arn))) {
      for (const arn of work.targets) {
        this.#waiting.add(arn);
      }
      return false;
    }
    if (this.#busyKeys.has(keyOf({ name, work }))) {
      const before = previousName(name);
      this.#backTo = this.#backTo === undefined || before < this.#backTo ? before : this.#backTo;
      return false;
    }
    return true;
  }
}

function keyOf({ work }: QueuedWork): string {
  return `${work.bucket}/${work.key}`;
}

/** Returns a name that sorts immediately before this one. */
function previousName(name: string): string {
  return String(Number(name) - 1).padStart(name.length, '0');
}
