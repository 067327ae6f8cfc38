/** Shared parts of the benchmarks in headless Chromium. */
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { findChromium } from '../scripts/setup/chromium.mjs';
import type { Server } from './servers.ts';

const MINUTES = 60_000;

export async function startBrowser(): Promise<Browser> {
  const executablePath = await findChromium();
  if (executablePath === undefined) throw new Error('there is no Chromium on this machine');
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

/** Logs in through the form, as a user would. */
export async function openConsole(browser: Browser, console: Server, keys: Server): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(MINUTES);
  await page.goto(`${console.endpoint}/login`);
  await page.getByLabel('Enter Username', { exact: true }).fill(keys.accessKey);
  await page.getByLabel('Enter Password', { exact: true }).fill(keys.secretKey);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  return page;
}

/** Returns the page's heap size in bytes after a garbage collection. */
export async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

/** Returns the CPU time of all browser processes so far, in seconds. */
export async function cpuOfBrowser(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}
