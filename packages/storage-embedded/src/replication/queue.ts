import type { Engine } from '../engine/types.ts';
import type { BackOff } from './back-off.ts';
import { type QueuedWork, workBehind } from './work.ts';

const PAGE = 64;
/** Work that is looked at in one go. */
const MAX_LOOKS = 256;

/**
 * The order in which queued work is done. The queue itself is on disk; in memory is one page of
 * it and the place where it was read last. Work that cannot be done now is left behind, and
 * the place goes back when that may have changed.
 */
export class WorkOrder {
  readonly #engine: Pick<Engine, 'pageDocuments'>;
  readonly #backOff: BackOff;
  /** Goes before everything else. */
  readonly #urgent: QueuedWork[] = [];
  readonly #running = new Map<string, string>();
  readonly #busyKeys = new Set<string>();
  #page: QueuedWork[] = [];
  /** Name of the last document that was looked at, and of the last one ever. */
  #place = '';
  #furthest = '';
  /** Targets with work behind the place. */
  readonly #waiting = new Set<string>();
  #objectsWait = false;
  /** All targets that were ever seen in the queue. */
  readonly #targets = new Set<string>();
  /** Where to go back to when a key is free again. */
  #backTo: string | undefined;

  constructor(engine: Pick<Engine, 'pageDocuments'>, backOff: BackOff) {
    this.#engine = engine;
    this.#backOff = backOff;
  }

  get running(): number {
    return this.#running.size;
  }

  /** Asks for work to be done next. */
  hurry(work: QueuedWork): void {
    this.#urgent.push(work);
  }

  /**
   * The next work that can be done now; it counts as running from here on. 'later' when much was
   * passed over: requests are to be served before the next look.
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

  /** Something was left behind that may be done later. */
  get hasLeft(): boolean {
    return this.#waiting.size > 0 || this.#objectsWait;
  }

  isWaitingFor(arn: string): boolean {
    return this.#waiting.has(arn);
  }

  /** @param left targets that do not have it yet */
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

  /** Looks at everything again that was left behind. */
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

  /** A target that is away may have left a million behind: they are not walked through. */
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

/** A name that sorts before this one and behind all that come before it. */
function previousName(name: string): string {
  return String(Number(name) - 1).padStart(name.length, '0');
}
