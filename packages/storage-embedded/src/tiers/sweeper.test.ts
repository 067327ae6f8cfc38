import { afterEach, beforeEach, expect, it } from 'vitest';
import { StoreFixture } from '../engine/testing/store-fixture.ts';
import { TIER_SWEEP_KIND, type TierSweep } from '../engine/tiering.ts';
import { Sweeper } from './sweeper.ts';
import type { TierPool } from './tier-pool.ts';

const HOUR_MS = 3_600_000;

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await StoreFixture.create();
});
afterEach(() => fixture.remove());

it('looks again an hour later for what a crash may have left, and says when', async () => {
  let now = Date.now();
  const removed: string[] = [];
  const server = {
    remove: async ({ key }: { readonly key: string }) => removed.push(key),
    removeUnfinished: async (key: string) => removed.push(key),
  };
  const pool = {
    isResting: () => false,
    note: () => undefined,
    to: () => server,
  } as unknown as TierPool;
  const sweeper = new Sweeper(fixture.store, { pool, log: () => undefined, now: () => now });
  const queue = (sweep: TierSweep) =>
    fixture.store.queueDocument(TIER_SWEEP_KIND, JSON.stringify(sweep));
  await queue({ tier: 'COLD', key: 'deleted' });
  await queue({ tier: 'COLD', key: 'cut-off', intent: true });
  await queue({ tier: 'OTHER', key: 'elsewhere' });
  expect(sweeper.waitingFor('COLD')).toEqual({ removals: 2, againAt: undefined });
  await sweeper.sweep();
  expect(sweeper.waitingFor('COLD')).toEqual({ removals: 0, againAt: now + HOUR_MS });
  now += HOUR_MS;
  await sweeper.sweep();
  expect(sweeper.waitingFor('COLD')).toEqual({ removals: 0, againAt: undefined });
  expect(removed.sort()).toEqual(['cut-off', 'cut-off', 'deleted', 'elsewhere']);
});
