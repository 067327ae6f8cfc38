import { afterEach, expect, it, vi } from 'vitest';
import { findChromium } from './chromium.mjs';

afterEach(() => vi.unstubAllEnvs());

it('takes the browser that it is told to take', async () => {
  vi.stubEnv('STOWAGE_TEST_CHROMIUM', process.execPath);
  expect(await findChromium()).toBe(process.execPath);
});

it('says when the named browser is none', async () => {
  vi.stubEnv('STOWAGE_TEST_CHROMIUM', '/nowhere/chromium');
  await expect(findChromium()).rejects.toThrow('not an executable file');
});
