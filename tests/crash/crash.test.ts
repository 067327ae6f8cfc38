import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteIndex } from './damage.ts';
import { readStore } from './read-store.ts';
import { CrashRounds } from './rounds.ts';

/** `node tests/crash/run.ts` runs any number of rounds. */
const ROUNDS = 20;

let crashes: CrashRounds;
beforeAll(async () => {
  crashes = await CrashRounds.create();
});
afterAll(() => crashes.remove());

describe('a store that is killed', () => {
  it(`loses nothing it acknowledged and brings nothing back, ${ROUNDS} times`, async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      expect(await crashes.next()).toEqual([]);
    }
    expect(crashes.ledger.acknowledged).toBeGreaterThan(ROUNDS * 10);
  }, 180_000);

  it('leaves no file behind that belongs to nothing', async () => {
    const { known, missing, ownerless } = await crashes.compareFiles();
    expect(known).toBeGreaterThan(0);
    expect({ missing, ownerless }).toEqual({ missing: [], ownerless: [] });
  });

  it('has the same state when its index is made again from the drives', async () => {
    const errors: string[] = [];
    const before = await crashes.open(errors);
    const expected = { found: await readStore(before), usage: before.usage() };
    await before.close();
    await deleteIndex(crashes.root);
    const after = await crashes.open(errors);
    expect({ found: await readStore(after), usage: after.usage() }).toEqual(expected);
    await after.close();
    expect(errors).toEqual([]);
  });
});
