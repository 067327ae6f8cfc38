const FIRST_MS = 1000;
const MAX_MS = 60_000;
/** For single objects that a target rejects. */
const FIRST_OBJECT_MS = 30_000;
const MAX_OBJECT_MS = 60 * 60_000;
const MAX_OBJECTS = 10_000;

interface Delayed {
  readonly attempts: number;
  /** Time of the next attempt. */
  readonly at: number;
}

/** Exponential back-off of targets and objects after failures: each delay is twice the last. */
export class BackOff {
  readonly #now: () => number;
  readonly #targets = new Map<string, Delayed>();
  readonly #objects = new Map<string, Delayed>();

  /** Uses a monotonic clock by default. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether the target must not be contacted yet. */
  isBlocked(arn: string): boolean {
    return (this.#targets.get(arn)?.at ?? 0) > this.#now();
  }

  blockTarget(arn: string): void {
    // Several requests that fail together count as one.
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

  /** Entries forgotten because of the limit are retried earlier, not dropped. */
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

  /** Milliseconds to the next possible retry; undefined if nothing waits. */
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
