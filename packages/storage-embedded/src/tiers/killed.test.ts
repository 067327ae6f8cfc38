import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTier } from '../admin/tier-fields.ts';
import { ChildStorage } from '../notifications/testing/child-storage.ts';
import { eventually } from '../testing/eventually.ts';
import { seal, startTestStorage } from '../testing/test-storage.ts';
import { AT_ONCE, lifecycleCall, tierOf } from '../testing/tiers.ts';
import { tierServer } from './open-tier.ts';
import { startAzure, startGoogle } from './testing/clouds.ts';

const PROGRAM = join(import.meta.dirname, 'testing', 'scanning-storage.ts');
const EACH = 12;
/** Starting and stopping processes is slow on a busy machine. */
const PATIENCE = { timeout: 240_000 };
const WITHIN_MS = 60_000;

/** The remote server of a tier. */
interface Place {
  tier(): object;
  remove(): Promise<void>;
}

async function startOtherStore(): Promise<Place> {
  const store = await startTestStorage();
  await store.call({ method: 'PUT', path: '/cold' });
  return { tier: () => tierOf(store.url), remove: () => store.close() };
}

describe.each([
  ['S3', startOtherStore, 4],
  ['Azure', startAzure, 2],
  ['Google Cloud Storage', startGoogle, 2],
] as const)('a store with a tier at %s', PATIENCE, (_, startPlace, rounds) => {
  let source: ChildStorage;
  let place: Place;

  beforeEach(async () => {
    [source, place] = await Promise.all([ChildStorage.start(PROGRAM), startPlace()]);
    await source.call({ method: 'PUT', path: '/bucket' });
    const body = await seal(place.tier());
    expect(await source.call({ method: 'PUT', path: '/minio/admin/v3/tier', body })).toBe(204);
    expect(await source.call(lifecycleCall('bucket', AT_ONCE))).toBe(200);
  });

  afterEach(async () => {
    await source.remove();
    await place.remove();
  });

  const classOf = async (path: string) => {
    const { headers } = await source.ask({ method: 'HEAD', path });
    return headers.get('x-amz-storage-class') ?? 'STANDARD';
  };
  const areMoved = async (paths: Iterable<string>) => {
    for (const path of paths) {
      if ((await classOf(path)) !== 'COLD') return false;
    }
    return true;
  };

  it('loses nothing and leaves nothing there when it is killed while contents move', async () => {
    const contents = new Map<string, Buffer>();
    for (let round = 0; round < rounds; round++) {
      for (let number = 0; number < EACH; number++) {
        const path = `/bucket/${round}-${number}`;
        const body = randomBytes(number % 3 === 0 ? 100 : 400_000);
        expect(await source.call({ method: 'PUT', path, body })).toBe(200);
        contents.set(path, body);
        // The content is in the tier, in transit, or here.
        if (number % 4 === 3) {
          const gone = `/bucket/${round}-${number - 2}`;
          expect(await source.call({ method: 'DELETE', path: gone })).toBe(204);
          contents.delete(gone);
        }
      }
      await source.kill();
      await source.start();
    }
    expect(await eventually(() => areMoved(contents.keys()), Boolean, WITHIN_MS)).toBe(true);
    for (const [path, content] of contents) {
      expect(Buffer.from(await source.bytes({ path })).equals(content), path).toBe(true);
      expect(await source.call({ method: 'DELETE', path })).toBe(204);
    }
    const there = tierServer(readTier({ ...place.tier() }));
    try {
      expect(
        await eventually(
          () => there.isInUse(),
          (is) => !is,
          WITHIN_MS,
        ),
      ).toBe(false);
    } finally {
      await there.close();
    }
  });
});
