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

/** Timeout for actions on a page in milliseconds; generous, because the machine may be busy. */
const PATIENCE = 30_000;

/** Flags for a browser that sends requests to the console only. */
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
  /** State that an earlier visit left in the browser, such as its session. */
  readonly storageState?: StorageState;
}

export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A visitor's page, with its own cookies and storage. */
export interface Visit {
  readonly page: Page;
  readonly watch: PageWatch;
}

export interface ConsoleUnderTest {
  /** The console's address without a trailing slash. */
  readonly url: string;
  readonly storage: Storage;
  /** An empty folder that is removed after the test file. */
  readonly folder: string;
  /** Opens a page as a new visitor. Issues on the page fail the test. */
  visit(options?: VisitOptions): Promise<Visit>;
}

export interface UseConsoleOptions {
  readonly subpath?: string;
  /** Replaces the start of a single console. */
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

/** Starts a console and a browser for the test file it is called in, and stops them afterwards. */
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
