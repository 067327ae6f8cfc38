import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inconsistencies, knownFiles } from '../engine/testing/consistency.ts';
import { get, makeBucket, put, StoreFixture } from '../engine/testing/store-fixture.ts';
import { TIER_SWEEP_KIND } from '../engine/tiering.ts';
import type { Engine, StoredObject } from '../engine/types.ts';
import type { VerifyLine } from '../engine/verification.ts';
import { DAY_MS } from '../testing/tiers.ts';
import { Restores } from './restores.ts';
import type { TierPool } from './tier-pool.ts';

const CONTENT = 'x'.repeat(20_000);

let fixture: StoreFixture;
let now: number;
beforeEach(async () => {
  fixture = await StoreFixture.create();
  now = Date.now();
  await makeBucket(fixture.store);
});
afterEach(() => fixture.remove());

const pool = {
  isResting: () => false,
  read: () => Readable.from([Buffer.from(CONTENT)], { objectMode: false }),
} as unknown as TierPool;

const restores = () =>
  new Restores(fixture.store, {
    pool,
    log: () => undefined,
    tell: () => undefined,
    now: () => now,
  });

async function sent(key: string): Promise<StoredObject> {
  await put(fixture.store, key, CONTENT);
  const object = fixture.store.getObject('bucket', key);
  if (object === undefined) throw new Error('not there');
  const intent = await fixture.store.queueDocument(TIER_SWEEP_KIND, '{}');
  const place = { tier: 'COLD', key: 'remote', length: CONTENT.length };
  expect(await fixture.store.moveToTier(object, place, intent)).toBe(true);
  expect(fixture.store.countDocuments(TIER_SWEEP_KIND)).toBe(0);
  return fixture.store.getObject('bucket', key) ?? object;
}

it('keeps a copy until its time is over, and then gives it up', async () => {
  const object = await sent('k');
  fixture.store.readTiersBy(() => {
    throw new Error('not read');
  });
  expect(knownFiles(fixture.store)).toEqual([]);
  const restoring = restores();
  expect(await restoring.ask(object, 1)).toBe(false);
  await restoring.pass();
  expect(await get(fixture.store, 'k')).toBe(CONTENT);
  expect(knownFiles(fixture.store)).toHaveLength(2);
  now += 3 * DAY_MS;
  await restoring.pass();
  const { tiering } = fixture.store.getObject('bucket', 'k') ?? {};
  expect(tiering).toEqual({ tier: 'COLD', key: 'remote', length: CONTENT.length });
  expect(knownFiles(fixture.store)).toEqual([]);
  expect(fixture.store.countDocuments('tier-restore')).toBe(0);
  expect(inconsistencies(fixture.store)).toEqual([]);
});

it('brings nothing back for what was overwritten meanwhile', async () => {
  const object = await sent('k');
  const restoring = restores();
  await restoring.ask(object, 1);
  await put(fixture.store, 'k', 'other');
  await restoring.pass();
  expect(await get(fixture.store, 'k')).toBe('other');
  expect(fixture.store.countDocuments('tier-restore')).toBe(0);
  // The content in the tier is queued for removal.
  expect(fixture.store.countDocuments(TIER_SWEEP_KIND)).toBe(1);
});

it('refuses a transition of what was overwritten while it was sent', async () => {
  await put(fixture.store, 'k', CONTENT);
  const object = fixture.store.getObject('bucket', 'k');
  await put(fixture.store, 'k', CONTENT);
  const place = { tier: 'COLD', key: 'remote', length: CONTENT.length };
  const intent = await fixture.store.queueDocument(TIER_SWEEP_KIND, '{}');
  expect(object && (await fixture.store.moveToTier(object, place, intent))).toBe(false);
  expect(await get(fixture.store, 'k')).toBe(CONTENT);
  // The data sent in vain is still queued for removal.
  expect(fixture.store.countDocuments(TIER_SWEEP_KIND)).toBe(1);
});

it('forgets no restore that is asked for while it goes through the others', async () => {
  const object = await sent('k');
  const { store } = fixture;
  const engine = {
    queueDocument: store.queueDocument.bind(store),
    pageDocuments: store.pageDocuments.bind(store),
    putDocument: store.putDocument.bind(store),
    getBucket: store.getBucket.bind(store),
    getObject: store.getObject.bind(store),
    keepCopy: store.keepCopy.bind(store),
    annotate: async (...change: Parameters<typeof store.annotate>) => {
      // The document exists, but the version is not yet marked.
      await restoring.pass();
      return store.annotate(...change);
    },
  } as unknown as Engine;
  const restoring: Restores = new Restores(engine, {
    pool,
    log: () => undefined,
    tell: () => undefined,
    now: () => now,
  });
  await restoring.ask(object, 1);
  await restoring.pass();
  expect(store.getObject('bucket', 'k')?.tiering?.restoredUntil).toBeGreaterThan(now);
});

it('counts no content in a tier as lost, before and after the index is made anew', async () => {
  await sent('large');
  const small = await put(fixture.store, 'small', 'x');
  const found = fixture.store.getObject('bucket', small.key) ?? small;
  const intent = await fixture.store.queueDocument(TIER_SWEEP_KIND, '{}');
  const place = { tier: 'COLD', key: 'other', length: 1 };
  expect(await fixture.store.moveToTier(found, place, intent)).toBe(true);
  const check = async () => {
    let last: VerifyLine | undefined;
    for await (const line of fixture.store.verify({ isQuiet: true })) last = line;
    expect(last).toMatchObject({ kind: 'end', ok: true, lost: 0, damaged: 0 });
    expect(fixture.store.health().redundancy.unrepaired).toEqual([]);
    expect(fixture.store.usage()[0]?.tiers).toEqual({
      COLD: { size: CONTENT.length + 1, versions: 2, objects: 2 },
    });
    expect(inconsistencies(fixture.store)).toEqual([]);
  };
  await check();
  await fixture.store.close();
  for (const name of ['index.sqlite', 'index.sqlite-wal', 'index.seal']) {
    await rm(join(fixture.dataDir, name), { force: true });
  }
  await fixture.open();
  await check();
  expect(fixture.store.getObject('bucket', 'large')?.tiering?.key).toBe('remote');
});
