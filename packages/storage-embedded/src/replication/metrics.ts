/** Number of operations and their bytes. */
export interface Amount {
  readonly count: number;
  readonly bytes: number;
}

const NONE: Amount = { count: 0, bytes: 0 };
const MINUTE_MS = 60_000;
const MINUTES = 60;

function plus(a: Amount, b: Amount): Amount {
  return { count: a.count + b.count, bytes: a.bytes + b.bytes };
}

/** Sums of the last minute and the last hour, by minute. */
class Recent {
  #minutes = new Map<number, Amount>();

  add(bytes: number, now: number): void {
    const minute = Math.floor(now / MINUTE_MS);
    this.#minutes.set(minute, plus(this.#minutes.get(minute) ?? NONE, { count: 1, bytes }));
    for (const known of this.#minutes.keys()) {
      if (known <= minute - MINUTES) {
        this.#minutes.delete(known);
      }
    }
  }

  sum(minutes: number, now: number): Amount {
    const from = Math.floor(now / MINUTE_MS) - minutes;
    return [...this.#minutes].reduce((sum, [at, of]) => (at > from ? plus(sum, of) : sum), NONE);
  }
}

/** Counts of one target since the start. */
export class TargetMetrics {
  readonly #failures = new Recent();
  readonly #errors = new Map<string, number>();
  #failed = NONE;
  #completed = NONE;
  #sentBytes = 0;
  #sentSince = 0;
  #rate = 0;

  complete(bytes: number): void {
    this.#completed = plus(this.#completed, { count: 1, bytes });
  }

  /** @param code of the error; as in MinIO, only access denials are counted separately */
  fail(bytes: number, code: string, now = Date.now()): void {
    this.#failed = plus(this.#failed, { count: 1, bytes });
    this.#failures.add(bytes, now);
    if (code === 'AccessDenied') {
      this.#errors.set(code, (this.#errors.get(code) ?? 0) + 1);
    }
  }

  sent(bytes: number, now = Date.now()): void {
    const elapsed = now - this.#sentSince;
    if (elapsed >= 1000) {
      this.#rate = elapsed < 10_000 ? (this.#sentBytes * 1000) / elapsed : 0;
      this.#sentBytes = 0;
      this.#sentSince = now;
    }
    this.#sentBytes += bytes;
  }

  get completed(): Amount {
    return this.#completed;
  }

  get failed(): Amount {
    return this.#failed;
  }

  /** Recent bytes per second. */
  rate(now = Date.now()): number {
    return now - this.#sentSince > 10_000 ? 0 : this.#rate;
  }

  /** MinIO's TimedErrStats. */
  failures(now = Date.now()): object {
    return {
      lastMinute: this.#failures.sum(1, now),
      lastHour: this.#failures.sum(MINUTES, now),
      totals: this.#failed,
      ...(this.#errors.size === 0 ? {} : { errCounts: Object.fromEntries(this.#errors) }),
    };
  }
}

/** Replication counts of buckets, outgoing and incoming, since the start. */
export class ReplicationMetrics {
  /** By bucket, then by ARN. */
  readonly #targets = new Map<string, Map<string, TargetMetrics>>();
  readonly #replicas = new Map<string, Amount>();

  target(bucket: string, arn: string): TargetMetrics {
    const ofBucket = this.#targets.get(bucket) ?? new Map<string, TargetMetrics>();
    this.#targets.set(bucket, ofBucket);
    const known = ofBucket.get(arn) ?? new TargetMetrics();
    ofBucket.set(arn, known);
    return known;
  }

  addReplica(bucket: string, bytes: number): void {
    this.#replicas.set(bucket, plus(this.replicas(bucket), { count: 1, bytes }));
  }

  replicas(bucket: string): Amount {
    return this.#replicas.get(bucket) ?? NONE;
  }

  forget(bucket: string, arn: string): void {
    this.#targets.get(bucket)?.delete(arn);
  }
}
