import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { findChromium } from '../../../scripts/setup/chromium.mjs';
import { type ConsoleProcess, type Storage, startConsole } from './console-process.ts';
import { type PageWatch, watchPage } from './page-watch.ts';

const RESULTS = fileURLToPath(new URL('../../../test-results/', import.meta.url));
const WIDE = { width: 1280, height: 800 };

/** Milliseconds that something on a page may take; generous, for machines that do a lot at once. */
const PATIENCE = 30_000;

/** A browser that asks nothing of anybody but the console. */
const FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-sync',
  '--no-first-run',
];

export interface VisitOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  /** What an earlier visit left in the browser, such as its session. */
  readonly storageState?: StorageState;
}

export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A page of a visitor with cookies and storage of their own. */
export interface Visit {
  readonly page: Page;
  readonly watch: PageWatch;
}

export interface ConsoleUnderTest {
  /** Where the console is served, without a slash at its end. */
  readonly url: string;
  readonly storage: Storage;
  /** An empty folder that goes away with the test file. */
  readonly folder: string;
  /** A new visitor. What must not happen on their page fails the test. */
  visit(options?: VisitOptions): Promise<Visit>;
}

export interface UseConsoleOptions {
  readonly subpath?: string;
  /** Starts something else than one console. */
  readonly start?: () => Promise<ConsoleProcess>;
}

interface Open extends Visit {
  readonly context: BrowserContext;
}

async function keepPicture(page: Page, name: string) {
  await mkdir(RESULTS, { recursive: true });
  const file = path.join(RESULTS, `${name.replace(/[^\w-]+/g, '-').slice(0, 100)}.png`);
  await page.screenshot({ path: file, timeout: 5000 }).catch(() => undefined);
}

/** Starts a console and a browser for the test file it is called in, and ends them with it. */
export function useConsole(options: UseConsoleOptions = {}): ConsoleUnderTest {
  let running: ConsoleProcess | undefined;
  let browser: Browser | undefined;
  let folder = '';
  let open: Open[] = [];

  beforeAll(async () => {
    const executablePath = await findChromium();
    if (executablePath === undefined) throw new Error('There is no Chromium: run `npm test` once.');
    folder = await mkdtemp(path.join(tmpdir(), 'stowage-e2e-files-'));
    [running, browser] = await Promise.all([
      options.start ? options.start() : startConsole(options.subpath),
      chromium.launch({ executablePath, args: FLAGS }),
    ]);
  });

  afterEach(async ({ task }) => {
    const failed = task.result?.state === 'fail';
    for (const { page } of failed ? open : []) await keepPicture(page, task.name);
    const issues = open.flatMap(({ watch }) => watch.issues());
    for (const { context } of open) await context.close();
    open = [];
    expect(issues, 'what must not happen on a page').toEqual([]);
  });

  afterAll(async () => {
    await browser?.close();
    await running?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const started = () => {
    if (running === undefined || browser === undefined)
      throw new Error('The console is not running.');
    return { running, browser };
  };

  return {
    get url() {
      return started().running.url;
    },
    get storage() {
      return started().running.storage;
    },
    get folder() {
      return folder;
    },
    async visit({ viewport = WIDE, colorScheme = 'light', storageState } = {}) {
      const { url } = started().running;
      const context = await started().browser.newContext({
        viewport,
        colorScheme,
        locale: 'en-GB',
        ...(storageState && { storageState }),
      });
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE);
      const watch = watchPage(page, new URL(url).origin);
      open.push({ context, page, watch });
      return { page, watch };
    },
  };
}
