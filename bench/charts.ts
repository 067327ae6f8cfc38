/**
 * The dashboard's charts in headless Chromium: time until the first one is drawn, and until all
 * are.
 */
import { join } from 'node:path';
import { createAdminClient } from '@stowage/storage-client/admin';
import type { Page } from 'playwright-core';
import { openSqliteState } from '../apps/server/src/state/state.ts';
import { openConsole, startBrowser } from './browser.ts';
import { fill90Days } from './metrics.ts';
import { type Server, startConsole } from './servers.ts';
import type { Row } from './table.ts';

const ROUNDS = 7;
/** Points per line: far more than the console sends, and the actual number. */
const MANY = 10_000;
const SENT = 240;
/** Enough to scroll from the first chart past the last. */
const SCROLL_STEPS = 15;
const SCROLL_PIXELS = 120;
/** Lines per chart, so that ten charts have twenty lines. */
const LINES = 2;

export const CHART_COLUMNS = [
  'console before',
  'first chart of 90 days, code not loaded (ms)',
  'and loaded (ms)',
  '20 lines of 10,000 points: longest frame while scrolling through (ms)',
  'while the window gets wider (ms)',
  'under a moving cursor (ms)',
  '20 lines as they are sent: longest frame while scrolling through (ms)',
  'while the window gets wider (ms)',
  'under a moving cursor (ms)',
];

const middle = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

/** Returns the milliseconds from a click on a tab until a chart is drawn. */
function timeToChart(page: Page, tab: string): Promise<number> {
  return page.evaluate(async (name) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const tabs = [...document.querySelectorAll<HTMLElement>('[role="tab"]')];
    const begin = performance.now();
    tabs.find(({ textContent }) => textContent === name)?.click();
    const isDrawn = () => [...document.querySelectorAll('canvas')].some(({ width }) => width > 100);
    while (!isDrawn()) await frame();
    await frame();
    return performance.now() - begin;
  }, tab);
}

async function firstChart(page: Page, console: Server): Promise<[number, number]> {
  const cold: number[] = [];
  const warm: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto(`${console.endpoint}/dashboard?tab=status&range=90d`);
    await page.getByRole('list', { name: 'Servers' }).waitFor();
    cold.push(await timeToChart(page, 'Resources'));
    await page.getByRole('tab', { name: 'Status' }).click();
    await page.getByRole('list', { name: 'Servers' }).waitFor();
    warm.push(await timeToChart(page, 'Traffic'));
  }
  return [middle(cold), middle(warm)];
}

/** Intercepts all widget requests and answers them with a chart of many points. */
async function servePoints(page: Page, points: number): Promise<void> {
  const end = Math.floor(Date.now() / 1000);
  const values = (line: number) =>
    Array.from({ length: points }, (_, n): [number, string] => [
      end - (points - n) * 15,
      String(1e6 * (2 + line + Math.sin(n / 50) + Math.sin(n * n))),
    ]);
  const result = Array.from({ length: LINES }, (_, line) => ({
    metric: { server: `node-${line}` },
    values: values(line),
  }));
  const targets = [{ legendFormat: '{{server}}', resultType: 'matrix', result }];
  const graph = { type: 'graph', unit: 'bytes' };
  await page.route(/\/admin\/info\/widgets\//, (route) =>
    route.fulfill({ json: { id: 1, title: 'Many points', ...graph, targets } }),
  );
  await page.route(/\/admin\/info(\?|$)/, async (route) => {
    const answer = await route.fetch();
    const info = (await answer.json()) as { widgets: object[] };
    const widgets = info.widgets.map((widget) => ({ ...widget, ...graph }));
    await route.fulfill({ response: answer, json: { ...info, widgets } });
  });
}

/** Returns the longest time between two frames during an action. */
async function longestFrame(page: Page, act: () => Promise<void>): Promise<number> {
  const measured = page.evaluate(async () => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    let longest = 0;
    let before = await frame();
    const end = before + 1500;
    while (before < end) {
      const now = await frame();
      longest = Math.max(longest, now - before);
      before = now;
    }
    return longest;
  });
  await act();
  return measured;
}

async function drawnAgain(
  page: Page,
  console: Server,
  points: number,
): Promise<[number, number, number]> {
  await servePoints(page, points);
  await page.goto(`${console.endpoint}/dashboard?start=1&end=2`);
  await page.locator('.u-over').first().waitFor();
  const scrolling = await longestFrame(page, async () => {
    await page.mouse.move(640, 400);
    for (let step = 0; step < SCROLL_STEPS; step += 1) await page.mouse.wheel(0, SCROLL_PIXELS);
  });
  await page.locator('.u-over').nth(9).waitFor();
  const again: number[] = [];
  const moving: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const width = round % 2 === 0 ? 1270 : 1280;
    again.push(await longestFrame(page, () => page.setViewportSize({ width, height: 800 })));
    const over = page.locator('.u-over').first();
    await over.scrollIntoViewIfNeeded();
    const box = (await over.boundingBox()) ?? { x: 0, y: 0, width: 100, height: 100 };
    moving.push(
      await longestFrame(page, async () => {
        const y = box.y + box.height / 2;
        await page.mouse.move(box.x, y);
        await page.mouse.move(box.x + box.width, y, { steps: 30 });
      }),
    );
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  return [scrolling, middle(again), middle(moving)];
}

/** Measures the dashboard in front of each store, with ninety days of metrics. */
export async function charts(servers: readonly Server[]): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const browser = await startBrowser();
  try {
    for (const server of servers) {
      const { endpoint, accessKey, secretKey } = server;
      const credentials = { accessKey, secretKey };
      const admin = createAdminClient({ endpoint, region: 'us-east-1', credentials });
      const console = await startConsole(server, async (folder) => {
        const state = openSqliteState(join(folder, 'console.db'));
        await fill90Days(admin, state.metrics.of(endpoint), Math.floor(Date.now() / 1000));
        await state.close();
      });
      try {
        const page = await openConsole(browser, console, server);
        const first = await firstChart(page, console);
        const many = await drawnAgain(page, console, MANY);
        rows.push([server.name, ...first, ...many, ...(await drawnAgain(page, console, SENT))]);
      } finally {
        await console.stop();
      }
    }
  } finally {
    await browser.close();
  }
  return rows;
}
