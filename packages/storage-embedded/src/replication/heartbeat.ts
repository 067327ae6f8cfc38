import { type Sighting, seen } from './health.ts';
import { RemoteError } from './remote-connection.ts';
import type { RemotePool } from './remote-pool.ts';
import type { RemoteTarget, TargetHealth } from './remote-target.ts';
import type { RemoteTargets } from './remote-targets.ts';

const TICK_MS = 1000;
const DEFAULT_MS = 5000;
const LEAST_MS = 1000;
const WITHIN_MS = 5000;
const PARALLEL = 8;
const NANOSECONDS = 1_000_000;

export interface HeartbeatParts {
  readonly targets: RemoteTargets;
  readonly pool: RemotePool;
  /** Called when a target turns out to be online that was not known to be. */
  readonly onBack: (arn: string) => void;
}

/** Checks the health of the targets at intervals. */
export class Heartbeat {
  readonly #parts: HeartbeatParts;
  readonly #health = new Map<string, TargetHealth>();
  /** Time of the last check, by a monotonic clock. */
  readonly #askedAt = new Map<string, number>();
  readonly #asking = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: HeartbeatParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
  }

  of(arn: string): TargetHealth | undefined {
    return this.#health.get(arn);
  }

  /** Notes the result of a contact other than a health check. */
  note(arn: string, { took, online, error }: Omit<Sighting, 'at'>): void {
    const before = this.#health.get(arn);
    if (error === undefined && before?.online === true && before.error === undefined) {
      return;
    }
    const at = Date.now();
    this.#see(arn, { at, took, online, ...(error === undefined ? {} : { error }) });
  }

  forget(arn: string): void {
    this.#health.delete(arn);
    this.#askedAt.delete(arn);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#asking.values());
  }

  #tick(): void {
    const now = performance.now();
    for (const target of this.#parts.targets.all()) {
      if (this.#asking.size >= PARALLEL) {
        return;
      }
      const last = this.#askedAt.get(target.arn) ?? Number.NEGATIVE_INFINITY;
      if (!this.#asking.has(target.arn) && now - last >= intervalOf(target)) {
        const asked = this.#ask(target).finally(() => this.#asking.delete(target.arn));
        this.#asking.set(target.arn, asked);
      }
    }
  }

  async #ask(target: RemoteTarget): Promise<void> {
    const began = performance.now();
    const sighting = await this.#contact(target);
    this.#askedAt.set(target.arn, performance.now());
    const took = performance.now() - began;
    const back = sighting.online && sighting.error === undefined;
    const was = this.#health.get(target.arn);
    this.#see(target.arn, { ...sighting, took });
    if (back && !(was?.online === true && was.error === undefined)) {
      this.#parts.onBack(target.arn);
    }
  }

  async #contact(target: RemoteTarget): Promise<Omit<Sighting, 'took'>> {
    try {
      await this.#parts.pool.to(target).call({ method: 'HEAD', within: WITHIN_MS });
      return { at: Date.now(), online: true };
    } catch (error) {
      const { code, message, status } =
        error instanceof RemoteError ? error : new RemoteError('InternalError', 0, String(error));
      return { at: Date.now(), online: status > 0 && status < 500, error: { code, message } };
    }
  }

  #see(arn: string, sighting: Sighting): void {
    this.#health.set(arn, seen(this.#health.get(arn), sighting));
  }
}

function intervalOf({ healthCheckDuration }: RemoteTarget): number {
  const wanted = healthCheckDuration / NANOSECONDS;
  return wanted > 0 ? Math.max(wanted, LEAST_MS) : DEFAULT_MS;
}
