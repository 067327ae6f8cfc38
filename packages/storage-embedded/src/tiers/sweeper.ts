import { TIER_SWEEP_KIND, type TierSweep } from '../engine/tiering.ts';
import type { Engine } from '../engine/types.ts';
import type { Log } from '../log.ts';
import { RemoteError } from '../replication/remote-connection.ts';
import type { TierPool } from './tier-pool.ts';

const PAGE = 100;
const AT_ONCE = 8;
/** Requests in flight when the store was killed may still be executed afterwards. */
const SECOND_LOOK_MS = 60 * 60_000;

/** What is queued for a tier. */
interface Waiting {
  /** Number of remote objects due for removal. */
  readonly removals: number;
  /** Time of the second check for leftovers of a crash, in milliseconds since the epoch. */
  readonly againAt: number | undefined;
}

/**
 * Removes unreferenced objects from tiers. The queue is on disk; an entry leaves it once the other
 * server has acknowledged the removal.
 */
export class Sweeper {
  readonly #engine: Engine;
  readonly #pool: TierPool;
  readonly #log: Log;
  readonly #now: () => number;
  /** Remote keys of uploads in progress. */
  readonly #held = new Set<string>();
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(engine: Engine, parts: { pool: TierPool; log: Log; now?: () => number }) {
    this.#engine = engine;
    this.#pool = parts.pool;
    this.#log = parts.log;
    this.#now = parts.now ?? Date.now;
  }

  /** Protects an upload in progress; must be called before its intent is recorded. */
  hold(key: string): () => void {
    this.#held.add(key);
    return () => this.#held.delete(key);
  }

  /** Returns what is queued for a tier. */
  waitingFor(tier: string): Waiting {
    let removals = 0;
    let againAt: number | undefined;
    for (const { sweep } of this.#entries()) {
      if (sweep.tier === tier && (sweep.notBefore ?? 0) > this.#now()) {
        againAt = Math.max(againAt ?? 0, sweep.notBefore ?? 0);
      } else if (sweep.tier === tier) {
        removals += 1;
      }
    }
    return { removals, againAt };
  }

  /** Processes the queue once, after any pass in progress. */
  sweep(): Promise<void> {
    this.#running = this.#running.then(() => this.#pass());
    return this.#running;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  *#entries(): Generator<{ readonly name: string; readonly sweep: TierSweep }> {
    let after = '';
    for (;;) {
      const page = this.#engine.pageDocuments(TIER_SWEEP_KIND, after, PAGE);
      for (const { name, value } of page) {
        yield { name, sweep: JSON.parse(value) };
        after = name;
      }
      if (page.length < PAGE) {
        return;
      }
    }
  }

  async #pass(): Promise<void> {
    let some: Promise<void>[] = [];
    for (const { name, sweep } of this.#entries()) {
      // If a drive is missing, so may be the latest record that references the remote object.
      if (this.#closed || !this.#engine.health().complete) {
        break;
      }
      if (this.#isDue(sweep)) {
        some.push(this.#remove(name, sweep));
      }
      if (some.length === AT_ONCE) {
        await Promise.all(some);
        some = [];
      }
    }
    await Promise.all(some);
  }

  #isDue({ tier, key, notBefore = 0 }: TierSweep): boolean {
    return notBefore <= this.#now() && !this.#held.has(key) && !this.#pool.isResting(tier);
  }

  async #remove(name: string, sweep: TierSweep): Promise<void> {
    const { tier, key, version, intent } = sweep;
    const server = this.#pool.to(tier);
    if (server === undefined) {
      // Kept until the tier is added again.
      return;
    }
    try {
      await (intent
        ? server.removeUnfinished(key)
        : server.remove(version === undefined ? { key } : { key, version }));
      this.#pool.note(tier);
      const again: TierSweep = { tier, key, notBefore: this.#now() + SECOND_LOOK_MS };
      await this.#engine.putDocument(TIER_SWEEP_KIND, name, intent ? JSON.stringify(again) : null);
    } catch (error) {
      this.#pool.note(tier, error);
      if (!this.#closed) {
        const level = error instanceof RemoteError ? 'warn' : 'error';
        const fields = { tier, error };
        this.#log(
          level,
          'A content could not be removed from its tier; it is tried again.',
          fields,
        );
      }
    }
  }
}
