const FIRST_MS = 1000;
const MAX_MS = 60_000;
/** For single objects that a target does not take. */
const FIRST_OBJECT_MS = 30_000;
const MAX_OBJECT_MS = 60 * 60_000;
const MAX_OBJECTS = 10_000;

interface Delayed {
  readonly attempts: number;
  /** When the next attempt may be made. */
  readonly at: number;
}

/** Who has failed and when it is to be tried again: each time after twice as long. */
export class BackOff {
  readonly #now: () => number;
  readonly #targets = new Map<string, Delayed>();
  readonly #objects = new Map<string, Delayed>();

  /** Rests go by a clock that nobody puts back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The target is not to be asked for now. */
  isBlocked(arn: string): boolean {
    return (this.#targets.get(arn)?.at ?? 0) > this.#now();
  }

  blockTarget(arn: string): void {
    // Of several requests that fail together one counts.
    if (!this.isBlocked(arn)) {
      const attempts = (this.#targets.get(arn)?.attempts ?? 0) + 1;
      const delay = Math.min(FIRST_MS * 2 ** (attempts - 1), MAX_MS);
      this.#targets.set(arn, { attempts, at: this.#now() + delay });
    }
  }

  freeTarget(arn: string): void {
    this.#targets.delete(arn);
  }

  isDelayed(name: string): boolean {
    return (this.#objects.get(name)?.at ?? 0) > this.#now();
  }

  /** What is forgotten because there is too much is tried earlier, not dropped. */
  delayObject(name: string): void {
    const attempts = (this.#objects.get(name)?.attempts ?? 0) + 1;
    const delay = Math.min(FIRST_OBJECT_MS * 2 ** (attempts - 1), MAX_OBJECT_MS);
    this.#objects.delete(name);
    this.#objects.set(name, { attempts, at: this.#now() + delay });
    if (this.#objects.size > MAX_OBJECTS) {
      const [oldest = name] = this.#objects.keys();
      this.#objects.delete(oldest);
    }
  }

  freeObject(name: string): void {
    this.#objects.delete(name);
  }

  /** Milliseconds until something may be tried again; undefined when nothing waits. */
  get next(): number | undefined {
    const now = this.#now();
    let first: number | undefined;
    for (const { at } of [...this.#targets.values(), ...this.#objects.values()]) {
      if (at > now && (first === undefined || at < first)) {
        first = at;
      }
    }
    return first === undefined ? undefined : first - now;
  }
}
