import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ChildStorage } from '../notifications/testing/child-storage.ts';
import { eventually } from '../testing/replication.ts';
import { seal, startTestStorage, type TestStorage } from '../testing/test-storage.ts';
import { AT_ONCE, keysAt, lifecycleCall, tierOf } from '../testing/tiers.ts';

const PROGRAM = join(import.meta.dirname, 'testing', 'scanning-storage.ts');
const ROUNDS = 4;
const EACH = 12;

let source: ChildStorage;
let target: TestStorage;

beforeEach(async () => {
  [source, target] = await Promise.all([ChildStorage.start(PROGRAM), startTestStorage()]);
  await target.call({ method: 'PUT', path: '/cold' });
  await source.call({ method: 'PUT', path: '/bucket' });
  const body = await seal(tierOf(target.url));
  expect(await source.call({ method: 'PUT', path: '/minio/admin/v3/tier', body })).toBe(204);
  expect(await source.call(lifecycleCall('bucket', AT_ONCE))).toBe(200);
});

afterEach(async () => {
  await source.remove();
  await target.close();
});

it('loses nothing and leaves nothing in the tier when it is killed while contents move', async () => {
  const contents = new Map<string, Buffer>();
  for (let round = 0; round < ROUNDS; round++) {
    for (let number = 0; number < EACH; number++) {
      const path = `/bucket/${round}-${number}`;
      const body = randomBytes(number % 3 === 0 ? 100 : 400_000);
      expect(await source.call({ method: 'PUT', path, body })).toBe(200);
      contents.set(path, body);
      // Its content is in the tier, on its way there, or here.
      if (number % 4 === 3) {
        const gone = `/bucket/${round}-${number - 2}`;
        expect(await source.call({ method: 'DELETE', path: gone })).toBe(204);
        contents.delete(gone);
      }
    }
    await source.kill();
    await source.start();
  }
  const stay = async () => {
    const classes: string[] = [];
    for (const path of contents.keys()) {
      const { headers } = await source.ask({ method: 'HEAD', path });
      classes.push(headers.get('x-amz-storage-class') ?? 'STANDARD');
    }
    return classes.filter((name) => name !== 'COLD').length;
  };
  expect(await eventually(stay, (count) => count === 0)).toBe(0);
  for (const [path, content] of contents) {
    expect(Buffer.from(await source.bytes({ path })).equals(content), path).toBe(true);
  }
  const there = await eventually(
    async () => (await keysAt(target)).length,
    (count) => count === contents.size,
  );
  expect(there).toBe(contents.size);
});
