import { afterEach, expect, it, vi } from 'vitest';
import { findChromium, isDebian } from './chromium.mjs';

afterEach(() => vi.unstubAllEnvs());

it.each([
  ['ID=debian\nVERSION_ID="12"', true],
  ['NAME="Debian"\nID="debian"\n', true],
  ['ID=ubuntu\nID_LIKE=debian\n', false],
  ['', false],
])('tells Debian from its relatives: %j', (text, expected) => {
  expect(isDebian(text)).toBe(expected);
});

it('takes the browser that it is told to take', async () => {
  vi.stubEnv('STOWAGE_TEST_CHROMIUM', process.execPath);
  expect(await findChromium()).toBe(process.execPath);
});

it('says when the named browser is none', async () => {
  vi.stubEnv('STOWAGE_TEST_CHROMIUM', '/nowhere/chromium');
  await expect(findChromium()).rejects.toThrow('not an executable file');
});
