import { expect, it } from 'vitest';
import { Rotation } from './rotation.ts';

it('takes turns, and begins at another place from start to start', () => {
  const drives = ['a', 'b', 'c', 'd'];
  const rotation = new Rotation();
  const picked = drives.flatMap(() => rotation.pick(drives, 2));
  expect(drives.map((drive) => picked.filter((one) => one === drive).length)).toEqual([2, 2, 2, 2]);
  const firsts = Array.from({ length: 200 }, () => new Rotation().pick(drives, 1)[0]);
  expect(new Set(firsts).size).toBe(4);
});
