/**
 * A trace of many calls per second, watched in a browser: its cost for the storage server, the
 * console and the page. `npm run bench -- trace`; standalone `node bench/trace.ts --rate 5000
 * --seconds 60 --nice 10`.
 */
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { Pool } from 'undici';
import { cpuOfBrowser, heapOf, openConsole, startBrowser } from './browser.ts';
import { PACE_BUCKET, type Pace, type PaceResult, startPace } from './pace.ts';
import { type Server, startConsole, startEmbedded } from './servers.ts';
import { createSigner } from './signer.ts';
import { markdownTable, type Row } from './table.ts';

const WARM_UP_SECONDS = 5;
const KEY_EVERY_MS = 250;
const MIB = 1024 * 1024;
/**
 * Watching normally runs on other machines: on a single machine, the console and the browser get
 * the CPU time that the storage server and its clients leave.
 */
const WATCHER_PRIORITY = 10;

export const TRACE_COLUMNS = ['what', 'without a trace', 'while it is watched'];

async function prepare({ endpoint, accessKey, secretKey }: Server): Promise<void> {
  const pool = new Pool(endpoint);
  const sign = createSigner({ endpoint, accessKey, secretKey });
  for (const [path, body] of [
    [`/${PACE_BUCKET}`, undefined],
    [`/${PACE_BUCKET}/a`, Buffer.from('hello')],
  ] as const) {
    const headers = sign('PUT', path, '', body);
    const answer = await pool.request({ method: 'PUT', path, headers, body: body ?? null });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`PUT ${path}: ${answer.statusCode}`);
  }
  await pool.close();
}

/** Presses a key repeatedly; returns the milliseconds from each press to its frame. */
async function pressKeys(page: Page, until: Promise<unknown>): Promise<readonly number[]> {
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    window.addEventListener('keydown', ({ timeStamp }) => {
      requestAnimationFrame(() => seen.push(performance.now() - timeStamp));
    });
  });
  let over = false;
  const end = () => {
    over = true;
  };
  until.then(end, end);
  while (!over) {
    await page.keyboard.press('Shift');
    await pause(KEY_EVERY_MS);
  }
  return page.evaluate(() => (window as unknown as { seen: number[] }).seen);
}

interface Measured extends PaceResult {
  /** Returns the CPU time of the storage server per call, in microseconds. */
  readonly cost: number;
}

async function measured(pace: Pace, storage: Server, rate: number, seconds: number) {
  const before = await storage.cpuSeconds();
  const result = await pace.load(storage, rate, seconds);
  const cost = (((await storage.cpuSeconds()) - before) * 1e6) / result.calls;
  return { ...result, cost } satisfies Measured;
}

const change = (before: number, after: number): string =>
  `${after >= before ? '+' : ''}${((after / before - 1) * 100).toFixed(1)} %`;
const mib = (bytes: number): string => `${(bytes / MIB).toFixed(0)} MiB`;

/**
 * Measures the cost of a trace of `rate` calls per second, watched for this many seconds.
 *
 * @param priority nice value of the watchers, 0 to 19
 */
export async function traceCosts(
  rate: number,
  seconds: number,
  priority = WATCHER_PRIORITY,
): Promise<Row[]> {
  const storage = await startEmbedded(4);
  const pace = startPace();
  // Processes started below have a lower priority.
  setPriority(priority);
  const console = await startConsole(storage);
  const browser = await startBrowser();
  try {
    await prepare(storage);
    await pace.load(storage, rate, WARM_UP_SECONDS);
    const alone = await measured(pace, storage, rate, seconds);
    const page = await openConsole(browser, console, storage);
    await page.goto(`${console.endpoint}/tools/trace`);
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('Tracing', { exact: true }).waitFor();
    const session = await page.context().newCDPSession(page);
    // Until the page holds its maximum number of rows.
    await pressKeys(page, pace.load(storage, rate, seconds / 4));

    const watchers = async () => [await console.cpuSeconds(), await cpuOfBrowser(browser)];
    const memory = async () => [await storage.memory(), await console.memory()];
    const heapBefore = await heapOf(session);
    const [memoryBefore, cpuBefore] = [await memory(), await watchers()];
    const loading = measured(pace, storage, rate, seconds);
    const keys = [...(await pressKeys(page, loading))].sort((a, b) => a - b);
    const traced = await loading;
    const [memoryAfter, cpuAfter] = [await memory(), await watchers()];
    const told = (await page.getByText(/^[\d.,KM]+ calls/).textContent()) ?? '';
    const heapAfter = await heapOf(session);

    const keyAt = (share: number) => keys[Math.floor((keys.length - 1) * share)] ?? 0;
    const core = (index: number) =>
      `${((((cpuAfter[index] ?? 0) - (cpuBefore[index] ?? 0)) / seconds) * 100).toFixed(0)} %`;
    const memoryOf = (index: number) =>
      `${mib(memoryBefore[index] ?? 0)}, then ${mib(memoryAfter[index] ?? 0)}`;
    const compared = (value: (result: Measured) => number, unit = '') => [
      `${value(alone).toFixed(0)}${unit}`,
      `${value(traced).toFixed(0)}${unit} (${change(value(alone), value(traced))})`,
    ];
    const times = ({ p50, p99 }: Measured) => `${p50.toFixed(1)} ms, ${p99.toFixed(1)} ms`;
    return [
      [`calls each second, of ${rate}`, ...compared(({ perSecond }) => perSecond)],
      ['p50, p99 of a call', times(alone), times(traced)],
      ['processor time of the storage server, each call', ...compared(({ cost }) => cost, ' µs')],
      ['core of the console', '', core(0)],
      ['cores of the browser', '', core(1)],
      [
        'key to frame: p50, p99, most',
        '',
        `${[0.5, 0.99, 1].map((s) => keyAt(s).toFixed(0)).join(', ')} ms`,
      ],
      ['heap of the page', '', `${mib(heapBefore)}, then ${mib(heapAfter)}`],
      ['memory of the storage server', '', memoryOf(0)],
      ['memory of the console', '', memoryOf(1)],
      ['the page says', '', told],
    ];
  } finally {
    pace.stop();
    await browser.close();
    await console.stop();
    await storage.stop();
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      rate: { type: 'string', default: '5000' },
      seconds: { type: 'string', default: '60' },
      nice: { type: 'string', default: String(WATCHER_PRIORITY) },
    },
  });
  const rows = await traceCosts(Number(values.rate), Number(values.seconds), Number(values.nice));
  process.stdout.write(`${markdownTable(TRACE_COLUMNS, rows)}\n`);
}
