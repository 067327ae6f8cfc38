/**
 * A trace of many calls a second, watched in a browser: what it costs the storage server, the console
 * and the page. `node bench/trace.ts --rate 5000 --seconds 60`, on a machine that does nothing else.
 */
import { spawn } from 'node:child_process';
import { json } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { Pool } from 'undici';
import { heapOf, openConsole, startBrowser } from './browser.ts';
import { type Server, startConsole, startEmbedded } from './servers.ts';
import { createSigner } from './signer.ts';

const BUCKET = 'traced';
const CLIENTS = 64;
const WARM_UP_SECONDS = 5;
const KEY_EVERY_MS = 250;
const MIB = 1024 * 1024;

interface PaceTask {
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Calls a second at most. */
  readonly rate: number;
  readonly seconds: number;
}

interface PaceResult {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** Looks for an object at a steady pace, as fast as the server answers where that is slower. */
async function pace({ rate, seconds, ...server }: PaceTask): Promise<PaceResult> {
  const pool = new Pool(server.endpoint, { connections: CLIENTS, pipelining: 1 });
  const sign = createSigner(server);
  const path = `/${BUCKET}/a`;
  const times: number[] = [];
  const start = performance.now();
  let begun = 0;
  const client = async () => {
    for (;;) {
      const due = start + (begun++ / rate) * 1000;
      if (due > start + seconds * 1000) return;
      const wait = due - performance.now();
      if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
      const from = performance.now();
      if (from > start + seconds * 1000) return;
      const headers = sign('HEAD', path, '');
      const answer = await pool.request({ method: 'HEAD', path, headers, reset: false });
      await answer.body.dump();
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const took = (performance.now() - start) / 1000;
  await pool.close();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
  return { perSecond: times.length / took, p50: at(0.5), p99: at(0.99) };
}

/** The same in a process of its own. */
async function load(storage: Server, rate: number, seconds: number): Promise<PaceResult> {
  const { endpoint, accessKey, secretKey } = storage;
  const task: PaceTask = { endpoint, accessKey, secretKey, rate, seconds };
  const file = new URL(import.meta.url).pathname;
  const child = spawn(process.execPath, [file, '--load', JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return (await json(child.stdout)) as PaceResult;
}

async function prepare({ endpoint, accessKey, secretKey }: Server): Promise<void> {
  const pool = new Pool(endpoint);
  const sign = createSigner({ endpoint, accessKey, secretKey });
  for (const [path, body] of [
    [`/${BUCKET}`, undefined],
    [`/${BUCKET}/a`, Buffer.from('hello')],
  ] as const) {
    const headers = sign('PUT', path, '', body);
    const answer = await pool.request({ method: 'PUT', path, headers, body: body ?? null });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`PUT ${path}: ${answer.statusCode}`);
  }
  await pool.close();
}

/** Presses a key again and again; gives how long each took to its frame, in milliseconds. */
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
    await new Promise((resolve) => setTimeout(resolve, KEY_EVERY_MS));
  }
  return page.evaluate(() => (window as unknown as { seen: number[] }).seen);
}

async function measure(rate: number, seconds: number): Promise<void> {
  const storage = await startEmbedded(4);
  const console = await startConsole(storage);
  const browser = await startBrowser();
  const memory = async () => [await storage.peakMemory(), await console.peakMemory()] as const;
  try {
    await prepare(storage);
    await load(storage, rate, WARM_UP_SECONDS);
    const alone = await load(storage, rate, seconds);

    const page = await openConsole(browser, console, storage);
    await page.goto(`${console.endpoint}/tools/trace`);
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('Tracing', { exact: true }).waitFor();
    const session = await page.context().newCDPSession(page);
    await pressKeys(page, load(storage, rate, seconds / 4));
    const heapBefore = await heapOf(session);
    const memoryBefore = await memory();
    const loading = load(storage, rate, seconds);
    const keys = [...(await pressKeys(page, loading))].sort((a, b) => a - b);
    const traced = await loading;
    const told = await page.getByText(/^[\d.,KM]+ calls/).textContent();
    const heapAfter = await heapOf(session);
    const memoryAfter = await memory();
    const lost = (1 - traced.perSecond / alone.perSecond) * 100;
    const grown = memoryAfter.map((bytes, index) => (bytes - (memoryBefore[index] ?? 0)) / MIB);
    const keyAt = (share: number) => keys[Math.floor((keys.length - 1) * share)] ?? 0;
    const lines = [
      ['calls/s without trace', alone.perSecond.toFixed(0)],
      ['calls/s with trace', `${traced.perSecond.toFixed(0)} (${lost.toFixed(1)} % less)`],
      ['p50, p99 without', `${alone.p50.toFixed(2)}, ${alone.p99.toFixed(2)} ms`],
      ['p50, p99 with', `${traced.p50.toFixed(2)}, ${traced.p99.toFixed(2)} ms`],
      ['key to frame p50, p99, most', [0.5, 0.99, 1].map((s) => keyAt(s).toFixed(0)).join(', ')],
      [
        'page heap before, after',
        `${(heapBefore / MIB).toFixed(0)}, ${(heapAfter / MIB).toFixed(0)} MiB`,
      ],
      ['peak memory grown: storage, console', grown.map((m) => `${m.toFixed(0)} MiB`).join(', ')],
      ['the page says', told ?? ''],
    ];
    for (const [what, value] of lines) process.stdout.write(`${what}: ${value}\n`);
  } finally {
    await browser.close();
    await console.stop();
    await storage.stop();
  }
}

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '60' },
    load: { type: 'string' },
  },
});
if (values.load === undefined) {
  await measure(Number(values.rate), Number(values.seconds));
} else {
  process.stdout.write(JSON.stringify(await pace(JSON.parse(values.load) as PaceTask)));
}
