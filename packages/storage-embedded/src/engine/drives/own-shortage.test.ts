import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { openDrives } from './open-drives.ts';

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return { ...real, readdir: vi.fn(real.readdir) };
});
afterEach(() => vi.mocked(readdir).mockReset());

it.each([
  ['EMFILE', 'ok'],
  ['EIO', 'offline'],
])('a drive that cannot be looked at because of %s is %s', async (code, state) => {
  const root = await mkdtemp(join(tmpdir(), 'shortage-'));
  const drives = await openDrives([join(root, 'a')], { knownSet: undefined, log: () => undefined });
  vi.mocked(readdir).mockRejectedValue(Object.assign(new Error(code), { code }));
  expect(await drives.poll()).toEqual([]);
  expect(drives.states()).toMatchObject([{ state }]);
  await rm(root, { recursive: true });
});
