import { expect, it } from 'vitest';
import { boundedParallel } from './bounded-parallel.ts';

it('runs so many tasks at a time and gives their results in the order of the items', async () => {
  let [running, most] = [0, 0];
  const results = await boundedParallel([3, 1, 2, 0], 2, async (item) => {
    running += 1;
    most = Math.max(most, running);
    for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
    running -= 1;
    return item * 10;
  });
  expect(results).toEqual([30, 10, 20, 0]);
  expect(most).toBe(2);
});

it('begins no other item after a failure, and fails when what runs has ended', async () => {
  const slow = Promise.withResolvers<void>();
  const ended: string[] = [];
  const begun: string[] = [];
  const all = boundedParallel(['slow', 'broken', 'third', 'fourth'], 2, async (item) => {
    begun.push(item);
    if (item === 'slow') await slow.promise;
    if (item === 'broken') throw new Error('refused');
    ended.push(item);
  });
  const settled = all.catch((error: Error) => [...ended, error.message]);
  // The second item has failed by then.
  setImmediate(slow.resolve);
  expect(await settled).toEqual(['slow', 'refused']);
  expect(begun).toEqual(['slow', 'broken']);
});
