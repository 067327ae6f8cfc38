import { rename } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeBucket, put, StoreFixture } from './testing/store-fixture.ts';

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await StoreFixture.create();
  await makeBucket(fixture.store);
});
afterEach(() => fixture.remove());

it('tells which drives are away, what cannot be read and why writes are refused', async () => {
  await put(fixture.store, 'k', 'x');
  expect(fixture.store.health()).toMatchObject({ complete: true, unreadableSegments: [] });
  expect(fixture.store.health().writesRefused).toBeUndefined();
  for (const drive of fixture.drives.slice(1)) {
    await rename(drive, `${drive}.away`);
  }
  await fixture.store.upkeep.poll();
  const { segments } = fixture.store.upkeep.parts;
  const health = fixture.store.health();
  expect(health.drives.map(({ state }) => state)).toEqual(['ok', 'away', 'away', 'away']);
  expect(health.drives[1]?.reason).toBe('it is missing');
  expect(health.complete).toBe(false);
  expect(health.writesRefused).toContain('Too few drives');
  expect(health.unreadableSegments).toEqual(
    [...segments.values()].filter(({ slots }) => !slots.includes(0)).map(({ id }) => id),
  );
});
