import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { askApi, callApi } from './support/bucket-admin-actions.ts';
import { visitAsRoot } from './support/login-actions.ts';
import { putBucket } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();
const ADDRESS = '/notification-endpoints';

let webhook: Server;
let endpoint: string;

beforeAll(async () => {
  webhook = createServer((_request, response) => response.end());
  await once(webhook.listen(0, '127.0.0.1'), 'listening');
  endpoint = `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/events`;
  await putBucket(app.storage, 'heard');
});

afterAll(() => {
  webhook.closeAllConnections();
  webhook.close();
});

/** Waits until the list shows this status for the target; the server may be about to restart. */
async function untilListed(page: Page, name: string, status: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const { body } = await askApi<{ notification_endpoints?: { [key: string]: string }[] }>(
          page,
          'GET',
          '/admin/notification_endpoints',
        );
        const found = body.notification_endpoints?.find(({ account_id }) => account_id === name);
        return found?.at_restart ?? found?.status;
      },
      { timeout: 30_000 },
    )
    .toBe(status);
}

describe('notification targets', () => {
  it('are tested, added, in use after a restart, and deleted with what uses them', async () => {
    const { page, watch } = await visitAsRoot(app, ADDRESS);
    await page.getByRole('link', { name: 'Add Notification Target' }).click();
    await page.getByRole('link', { name: /^Webhook/ }).click();
    await page.getByLabel('Name', { exact: true }).fill('hook');
    await page.getByLabel('Queue Directory').fill(app.folder);

    // Nothing listens there: the storage server reports that, and the console reports the step that
    // failed.
    await page.getByLabel('Endpoint').fill('http://127.0.0.1:1/');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('The storage server could not use the target.').waitFor();
    await page.getByText('Connect: Connection refused: nothing listens').waitFor();

    await page.getByLabel('Endpoint').fill(endpoint);
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('The storage server reached the target.').waitFor();
    await page.getByRole('button', { name: 'Save Notification Target' }).click();
    await page.getByText('Changes take effect after a restart.').waitFor();

    // Responses may be missing while the server restarts.
    watch.expectRestart();
    await callApi(page, 'POST', '/service/restart');
    await untilListed(page, 'hook', 'online');
    const { body } = await askApi<{ arns: string[] }>(page, 'GET', '/admin/arns');
    const arn = body.arns.find((one) => one.endsWith(':hook:webhook'));
    const configuration = { arn, events: ['put'] };
    expect(await callApi(page, 'POST', '/buckets/heard/events', { configuration })).toBe(201);

    await page.reload();
    const row = page.getByRole('row', { name: /webhook:hook/ });
    await row.getByText('Online').waitFor();
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Notification Target' });
    await dialog.getByText('heard', { exact: true }).waitFor();
    await dialog.getByRole('checkbox', { name: /Also delete/ }).check();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    const left = await askApi<{ total: number }>(page, 'GET', '/buckets/heard/events');
    expect(left.body.total).toBe(0);
  });
});

describe.each([
  { width: 1280, height: 800 },
  { width: 320, height: 640 },
])('at $width pixels', (viewport) => {
  it.each(['light', 'dark'] as const)('the screens are accessible, %s', async (colorScheme) => {
    const { page } = await visitAsRoot(app, `${ADDRESS}/add`, { viewport, colorScheme });
    await page.getByRole('link', { name: /^Webhook/ }).waitFor();
    await expectAccessible(page, 'the kinds of targets');
    await page.getByRole('link', { name: /^Postgres SQL/ }).click();
    await page.getByLabel('DB Name').waitFor();
    await expectAccessible(page, 'the form of a target');
  });
});
