import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ChildStorage } from '../../notifications/testing/child-storage.ts';
import { seal } from '../../testing/test-storage.ts';
import { MIB, textOf } from './testing/compressing-storage.ts';

const ROUNDS = 2;
const SIZES = [0, 5000, 300_000, 2 * MIB + 1];

let storage: ChildStorage;
beforeEach(async () => {
  storage = await ChildStorage.start();
  const body = await seal('compression enable=on');
  const call = { method: 'PUT', path: '/minio/admin/v3/set-config-kv', body };
  expect(await storage.call(call)).toBe(200);
  expect(await storage.call({ method: 'PUT', path: '/box' })).toBe(200);
});
afterEach(() => storage.remove());

it('has every compressed object that was acknowledged when it is killed while it writes', async () => {
  const contents = new Map<string, Buffer>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const size of SIZES) {
      const path = `/box/${round}-${size}.log`;
      const body = Buffer.concat([randomBytes(20), textOf(size)]);
      expect(await storage.call({ method: 'PUT', path, body })).toBe(200);
      contents.set(path, body);
    }
    const unanswered = storage
      .call({ method: 'PUT', path: `/box/${round}-lost.log`, body: textOf(8 * MIB) })
      .catch(() => 0);
    await storage.kill();
    await unanswered;
    await storage.start();
  }
  for (const [path, content] of contents) {
    expect(Buffer.from(await storage.bytes({ path })).equals(content), path).toBe(true);
  }
});
