import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tracedWork } from '../drives/file-trace.ts';
import { get, makeBucket, put, StoreFixture } from '../testing/store-fixture.ts';

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await StoreFixture.create();
  await makeBucket(fixture.store);
});
afterEach(() => fixture.remove());

it('names a drive that does not answer, once, and tells when it does again', async () => {
  const [, drive = ''] = fixture.drives;
  const told: unknown[] = [];
  await fixture.close();
  await fixture.open(fixture.drives, {
    log: (_level, message, fields) => told.push([message, fields]),
  });
  const { stalls } = fixture.store.upkeep.parts;
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = tracedWork(
    () => ({ kind: 'os', name: 'os.Write', path: join(drive, 'log', '0000000001.seg') }),
    () => promise,
  );
  const later = performance.now() + 20_000;
  stalls.look();
  expect(told).toEqual([]);
  stalls.look(later);
  stalls.look(later);
  const silent = 'A drive does not answer: what needs it waits. Mend it or take it out.';
  expect(told).toEqual([[silent, { drive, seconds: 20 }]]);
  // Other operations continue.
  await put(fixture.store, 'k', 'content');
  expect(await get(fixture.store, 'k')).toBe('content');
  resolve();
  await work;
  stalls.look(later);
  expect(told.slice(1)).toEqual([['A drive answers again.', { drive }]]);
});
