import { TIER_SWEEP_KIND, type TierSweep } from '../engine/tiering.ts';
import type { Engine } from '../engine/types.ts';
import type { Log } from '../log.ts';
import { RemoteError } from '../replication/remote-connection.ts';
import type { TierPool } from './tier-pool.ts';

const PAGE = 100;
const AT_ONCE = 8;
/** What was under way when the store was killed may still arrive there afterwards. */
const SECOND_LOOK_MS = 60 * 60_000;

/** What the queue has of a tier. */
interface Waiting {
  /** Contents to remove now. */
  readonly removals: number;
  /** When what a crash may have left there has been looked for a second time, in milliseconds since the epoch. */
  readonly againAt: number | undefined;
}

/**
 * Removes contents from tiers that no version refers to. What is to go is a queue on disk; an
 * entry leaves it when the other server has acknowledged the removal.
 */
export class Sweeper {
  readonly #engine: Engine;
  readonly #pool: TierPool;
  readonly #log: Log;
  readonly #now: () => number;
  /** Keys that are being sent just now. */
  readonly #held = new Set<string>();
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(engine: Engine, parts: { pool: TierPool; log: Log; now?: () => number }) {
    this.#engine = engine;
    this.#pool = parts.pool;
    this.#log = parts.log;
    this.#now = parts.now ?? Date.now;
  }

  /** Keeps a content that is being sent; to be called before its intent is noted. */
  hold(key: string): () => void {
    this.#held.add(key);
    return () => this.#held.delete(key);
  }

  /** What is still to be done in a tier. */
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

  /** Goes through the queue once, after the pass that may be under way. */
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
      // With a drive away the newest record may be away too, which says that a version refers to it.
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
      // Until the tier is added again.
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
