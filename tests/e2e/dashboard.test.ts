import { expect, it } from 'vitest';
import { visitAsRoot } from './support/login-actions.ts';
import { putBucket } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();
/** The console reads the metrics every 15 seconds, and the page as often. */
const SAMPLED = { timeout: 60_000 };

it('fills with what the console samples, as numbers, lines and a table [DASH-02] [DASH-06]', async () => {
  await putBucket(app.storage, 'measured', { 'a.txt': 'a' });
  const { page } = await visitAsRoot(app, '/dashboard');
  const card = (name: string) => page.getByRole('region', { name, exact: true });
  await card('Number of Buckets').getByText(/^\d+$/).waitFor(SAMPLED);
  await card('Current Usable Capacity').getByText(/ [KMGTP]iB$/).waitFor();

  await page.getByRole('tab', { name: 'Resources' }).click();
  const memory = card('Node Memory Usage');
  await memory.locator('canvas').waitFor(SAMPLED);
  await memory.getByRole('button', { name: 'Node Memory Usage as a table' }).click();
  const table = memory.getByRole('table', { name: 'Node Memory Usage' });
  await table.getByText(/iB$/).first().waitFor();
  const saved = page.waitForEvent('download');
  await memory.getByRole('button', { name: 'Download Node Memory Usage as CSV' }).click();
  expect((await saved).suggestedFilename()).toBe('Node-Memory-Usage.csv');
  const picture = page.waitForEvent('download');
  await memory.getByRole('button', { name: 'Download Node Memory Usage as PNG' }).click();
  expect((await picture).suggestedFilename()).toBe('Node-Memory-Usage.png');

  // The span that is dragged over is the range of all charts, and of the address.
  const box = await memory.locator('.u-over').boundingBox();
  if (box === null) throw new Error('the chart is not drawn');
  await memory.locator('.u-over').scrollIntoViewIfNeeded();
  const drawn = await memory.locator('.u-over').boundingBox();
  const { x, y, width, height } = drawn ?? box;
  await page.mouse.move(x + width * 0.2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.7, y + height / 2, { steps: 5 });
  await page.mouse.up();
  await page.waitForURL(/tab=resources&start=\d+&end=\d+$/);

  await page.getByRole('tab', { name: 'Status' }).click();
  await page.getByRole('list', { name: 'Servers' }).getByText('online').waitFor();
  await page.getByRole('tab', { name: 'Drives' }).click();
  expect(await page.getByRole('list', { name: 'Drives' }).getByRole('listitem').count()).toBe(4);
});

it('tells in each widget that its source has gone away, and goes on when it is back [DASH-14]', async () => {
  const { page, watch } = await visitAsRoot(app, '/metrics?tab=traffic');
  const card = page.getByRole('region', { name: 'Node IO', exact: true });
  await card.waitFor();
  expect(await page.getByRole('navigation', { name: 'Menu' }).count()).toBe(0);
  watch.expectFailure({ status: 503, path: '/api/v1/admin/info/widgets/73' });
  await page.route('**/admin/info/widgets/73?*', (route) =>
    route.fulfill({
      status: 503,
      json: { code: 503, errorCode: 'MetricsUnavailable', message: 'No metrics now.' },
    }),
  );
  await page.getByLabel('Time range').selectOption({ label: 'Last 6 hours' });
  await card.getByText('No metrics now.').waitFor();
  await page.unroute('**/admin/info/widgets/73?*');
  await page.getByRole('button', { name: 'Sync' }).click();
  await card.getByText('No metrics now.').waitFor({ state: 'hidden' });
});
