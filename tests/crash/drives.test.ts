import { afterEach, describe, expect, it } from 'vitest';
import { DriveRound } from './drive-round.ts';

/** Seeds that once failed, and a new one. `npm run test:crash -- --drives` runs more. */
const SEEDS = [2, 3, 14, 37, 107, Date.now() % 1_000_000];

let round: DriveRound | undefined;
afterEach(() => round?.remove());

describe('a store whose drives go away and come back, and which is killed', () => {
  it.each(SEEDS)('loses nothing and brings nothing back: seed %i', async (seed) => {
    round = await DriveRound.create(seed);
    expect(await round.run()).toEqual([]);
    expect(round.ledger.acknowledged).toBeGreaterThan(20);
  });
});
