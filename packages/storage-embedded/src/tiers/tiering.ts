import { TextSealer } from '../auth/sealed-text.ts';
import type { TierUsage } from '../engine/tiering.ts';
import type { Engine } from '../engine/types.ts';
import type { Log } from '../log.ts';
import { lifecycleRules } from '../s3/lifecycle/bucket-lifecycle.ts';
import { tiersOf } from '../s3/lifecycle/rules.ts';
import { Restores } from './restores.ts';
import { Sweeper } from './sweeper.ts';
import type { TellOfTier } from './tier-events.ts';
import { TierList } from './tier-list.ts';
import { TierPool } from './tier-pool.ts';
import { Transitions } from './transitions.ts';

export interface TieringOptions {
  /** 32-byte keys for the credentials of tiers; the first one seals. */
  readonly keys: readonly Uint8Array[];
  /** Prefix of all keys in tiers, unique to this deployment. */
  readonly deploymentId: string;
  readonly log: Log;
  readonly tell: TellOfTier;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** Manages contents stored in buckets of other servers. */
export class Tiering {
  readonly tiers: TierList;
  readonly pool: TierPool;
  readonly transitions: Transitions;
  readonly sweeper: Sweeper;
  readonly restores: Restores;
  readonly #engine: Engine;

  constructor(engine: Engine, { keys, deploymentId: prefix, log, tell, now }: TieringOptions) {
    const clock = now === undefined ? {} : { now };
    this.#engine = engine;
    this.tiers = new TierList(engine, new TextSealer(keys));
    this.pool = new TierPool(this.tiers, now);
    const { pool } = this;
    this.sweeper = new Sweeper(engine, { pool, log, ...clock });
    this.restores = new Restores(engine, { pool, log, tell, ...clock });
    this.transitions = new Transitions(engine, { pool, sweeper: this.sweeper, prefix, log, tell });
    engine.readTiersBy((tiering, range) => pool.read(tiering, range));
  }

  /** Processes pending work: contents to remove, copies to restore or drop. */
  async pass(): Promise<void> {
    await Promise.all([this.sweeper.sweep(), this.restores.pass()]);
  }

  /** Returns the usage of each tier by name. */
  usage(): ReadonlyMap<string, TierUsage> {
    const held = new Map<string, TierUsage>();
    for (const { tiers } of this.#engine.usage()) {
      for (const [name, { size, versions, objects }] of Object.entries(tiers)) {
        const sum = held.get(name) ?? { size: 0, versions: 0, objects: 0 };
        held.set(name, {
          size: sum.size + size,
          versions: sum.versions + versions,
          objects: sum.objects + objects,
        });
      }
    }
    return held;
  }

  /** Returns the names of the buckets with a rule that moves contents to the tier. */
  bucketsUsing(tier: string): readonly string[] {
    return this.#engine
      .listBuckets()
      .filter((bucket) => tiersOf(lifecycleRules(bucket)).includes(tier))
      .map(({ name }) => name);
  }

  /** Finishes current operations; the rest continues at the next start. */
  async close(): Promise<void> {
    await Promise.all([this.pool.close(), this.transitions.close()]);
    await Promise.all([this.sweeper.close(), this.restores.close()]);
  }
}
