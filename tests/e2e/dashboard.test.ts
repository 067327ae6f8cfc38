import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { targetKind } from '../targets/target.ts';
import { startBackend, startConsole } from './support/console-process.ts';
import { type FakePrometheus, startFakePrometheus } from './support/fake-prometheus.ts';
import { visitAsRoot } from './support/login-actions.ts';
import { putBucket } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

/** The console samples metrics every 15 seconds; charts need two samples. */
const SAMPLED = { timeout: 60_000 };
const TRAFFIC = ['S3 API Request Rate', 'S3 API Request Error Rate', 'Node IO'];

const cardOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Charts are drawn only when they are visible. */
async function waitForChart(page: Page, name: string) {
  await cardOf(page, name).scrollIntoViewIfNeeded();
  await cardOf(page, name).locator('.u-over').waitFor(SAMPLED);
}

/** Drags across a chart between two fractions of its width. */
async function dragOver(page: Page, card: string, from: number, to: number) {
  const over = cardOf(page, card).locator('.u-over');
  // Hovering waits until the chart stops moving: cards above it may still be loading.
  await over.hover();
  const box = await over.boundingBox();
  if (box === null) throw new Error('the chart is not drawn');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * from, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * to, y, { steps: 4 });
  await page.mouse.up();
}

describe('the dashboard of a console that samples by itself', () => {
  const app = useConsole();

  it('fills without anything being set up [DASH-02] [DASH-06]', async () => {
    await putBucket(app.storage, 'measured', { 'a.txt': 'a' });
    const { page } = await visitAsRoot(app, '/dashboard');
    await cardOf(page, 'Servers').getByText('1', { exact: true }).waitFor(SAMPLED);

    await page.getByRole('tab', { name: 'Resources' }).click();
    await waitForChart(page, 'Node Memory Usage');

    await page.getByRole('tab', { name: 'Capacity' }).click();
    await page.getByText('Too early for a forecast.').waitFor();
    // MinIO counts its buckets when its scanner reaches them.
    if (targetKind() === 'embedded') {
      const link = page.getByRole('table', { name: 'Buckets by growth' }).getByRole('link');
      await link.filter({ hasText: 'measured' }).click();
      await page.waitForURL(/\/buckets\/measured\/admin\/summary$/);
    }
  });
});

describe('the dashboard of a console with a Prometheus', () => {
  let prometheus: FakePrometheus | undefined;
  const app = useConsole({
    start: async () => {
      prometheus = await startFakePrometheus();
      const { url } = prometheus;
      return startConsole('/', async () => {
        const backend = await startBackend();
        return { ...backend, env: { ...backend.env, CONSOLE_PROMETHEUS_URL: url } };
      });
    },
  });
  afterAll(() => prometheus?.goAway());
  const source = () => {
    if (prometheus === undefined) throw new Error('Prometheus was not started.');
    return prometheus;
  };
  const end = Math.floor(Date.now() / 1000) - 60;
  // A fixed range: only Sync reloads it.
  const still = `start=${end - 3600}&end=${end}`;

  it('zooms all charts of a tab by dragging, and gives a chart as table, CSV and PNG', async () => {
    const { page } = await visitAsRoot(app, `/dashboard?tab=traffic&${still}`);
    const card = cardOf(page, 'Node IO');
    for (const name of TRAFFIC) await waitForChart(page, name);
    await card.getByRole('button', { name: 'Node IO as a table' }).click();
    const table = card.getByRole('table', { name: 'Node IO' });
    await table.getByText('1.0 MiB/s').first().waitFor();
    for (const [name, file] of [
      ['Download Node IO as CSV', 'Node-IO.csv'],
      ['Download Node IO as PNG', 'Node-IO.png'],
    ] as const) {
      const saved = page.waitForEvent('download');
      await card.getByRole('button', { name }).click();
      expect((await saved).suggestedFilename()).toBe(file);
    }

    await dragOver(page, 'S3 API Request Rate', 0.25, 0.75);
    await page.waitForURL((url) => url.searchParams.get('end') !== String(end));
    const { searchParams } = new URL(page.url());
    const span = { start: Number(searchParams.get('start')), end: Number(searchParams.get('end')) };
    expect(span.end - span.start).toBeGreaterThan(1500);
    expect(span.end - span.start).toBeLessThan(2100);
    const zoomed = () => source().asked.filter((one) => one.end === span.end);
    for (const metric of ['requests_total', 'requests_errors_total', 'io_rchar', 'inter_node']) {
      await expect
        .poll(() => zoomed().some(({ query }) => query.includes(metric)), SAMPLED)
        .toBe(true);
    }
  });

  it('says what fails, what has no data, and that the source is away; the rest goes on [DASH-14]', async () => {
    const { page, watch } = await visitAsRoot(app, `/metrics?tab=traffic&${still}`);
    watch.expectFailure({ status: 502, path: '' });
    const sync = page.getByRole('button', { name: 'Sync' });
    for (const name of TRAFFIC) await waitForChart(page, name);
    expect(await page.getByRole('navigation', { name: 'Menu' }).count()).toBe(0);

    source().refuses = 'minio_node_io_rchar';
    await sync.click();
    await cardOf(page, 'Node IO').getByRole('alert').waitFor();
    await waitForChart(page, 'S3 API Request Rate');

    source().refuses = '';
    source().hasData = false;
    await sync.click();
    for (const name of TRAFFIC) await cardOf(page, name).getByText('No data').waitFor();

    await source().goAway();
    await sync.click();
    for (const name of TRAFFIC) await cardOf(page, name).getByRole('alert').waitFor();
    await page.getByText(/could not be read.*cannot be reached/).waitFor();
    await page.getByRole('tab', { name: 'Status' }).click();
    await page.getByRole('list', { name: 'Servers' }).getByText('online').first().waitFor();

    source().hasData = true;
    await source().comeBack();
    await page.getByRole('tab', { name: 'Traffic' }).click();
    await sync.click();
    for (const name of TRAFFIC) await waitForChart(page, name);
  });
});
