import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventTarget } from '../conformance/support/event-target.ts';
import { expectAccessible } from './support/accessibility.ts';
import { askApi, callApi } from './support/bucket-admin-actions.ts';
import { visitAsRoot } from './support/login-actions.ts';
import { chooseRule, ruleDialog, ruleRow } from './support/rule-actions.ts';
import { startWebhook } from './support/second-storage.ts';
import { untilTold } from './support/shell-actions.ts';
import { putBucket, putObject } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();
const address = (bucket: string) => `/buckets/${bucket}/admin/events`;
const subscribe = 'Subscribe to Event';

let webhook: EventTarget;

beforeAll(async () => {
  for (const bucket of ['photos', 'shared', 'seen']) await putBucket(app.storage, bucket);
});

afterAll(() => webhook?.remove());

describe('events without a target', () => {
  it('tell how one is configured', async () => {
    const { page } = await visitAsRoot(app, address('photos'));
    const dialog = await ruleDialog(page, subscribe);
    await dialog.getByText('No target is configured on the storage server').waitFor();
    await dialog.getByRole('link', { name: 'Add a target' }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Subscribe', exact: true }).isDisabled()).toBe(
      true,
    );
  });
});

describe('events with a webhook', () => {
  beforeAll(async () => {
    webhook = await startWebhook(app.storage, 'hook');
  });

  it('reach it once it is subscribed, and no more when the subscription is deleted', async () => {
    const { page } = await visitAsRoot(app, address('photos'));
    const dialog = await ruleDialog(page, subscribe);
    const save = dialog.getByRole('button', { name: 'Subscribe', exact: true });
    await dialog.getByRole('radio', { name: /Webhook · hook.*online/ }).check();
    expect(await save.isDisabled()).toBe(true);
    await dialog.getByRole('checkbox', { name: /^PUT/ }).check();
    await dialog.getByLabel('Prefix').fill('2026/');
    await dialog.getByLabel('Suffix').fill('.jpg');
    await save.click();
    await dialog.waitFor({ state: 'hidden' });
    const row = ruleRow(page, ':hook:webhook');
    await row.getByText('put', { exact: true }).waitFor();
    await putObject(app.storage, 'photos', '2026/notes.txt', 'not this');
    await putObject(app.storage, 'photos', '2026/a.jpg', 'this');
    const [event] = await webhook.of('photos', 1);
    expect(event?.Key).toBe('photos/2026/a.jpg');

    const doomed = await chooseRule(page, ':hook:webhook', 'Delete', 'Delete Event');
    await doomed.getByText('put, prefix 2026/, suffix .jpg').waitFor();
    await doomed.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There are no event subscriptions yet.').waitFor();
    await page.reload();
    await page.getByText('There are no event subscriptions yet.').waitFor();
  });

  it('keep what was entered when the server refuses, and say why', async () => {
    await putBucket(app.storage, 'vanishing');
    const { page, watch } = await visitAsRoot(app, address('vanishing'));
    const dialog = await ruleDialog(page, subscribe);
    expect(await callApi(page, 'DELETE', '/buckets/vanishing')).toBe(204);
    await dialog.getByRole('radio', { name: /Webhook · hook/ }).check();
    await dialog.getByRole('checkbox', { name: /^PUT/ }).check();
    await dialog.getByLabel('Prefix').fill('a/');
    watch.expectBucketGone('vanishing');
    await dialog.getByRole('button', { name: 'Subscribe', exact: true }).click();
    await dialog.getByRole('alert').getByText('The bucket does not exist.').waitFor();
    expect(await dialog.getByLabel('Prefix').inputValue()).toBe('a/');
  });

  it('are not deleted unseen when somebody else was faster', async () => {
    const { page, watch } = await visitAsRoot(app, address('shared'));
    const arn = webhook.arn({ region: await regionOf(page) });
    const configuration = { arn, events: ['put'], prefix: 'a/' };
    expect(await callApi(page, 'POST', '/buckets/shared/events', { configuration })).toBe(201);
    await page.reload();
    const dialog = await chooseRule(page, ':hook:webhook', 'Delete', 'Delete Event');
    const path = `/buckets/shared/events/${encodeURIComponent(arn)}`;
    const body = { events: ['put'], prefix: 'a/', suffix: '' };
    expect(await callApi(page, 'DELETE', path, body)).toBe(204);
    for (const status of [404, 409]) {
      watch.expectFailure({ status, path: `/events/${encodeURIComponent(arn)}` });
    }
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await untilTold(page, 'Somebody else has already deleted this.', () =>
      dialog.getByRole('button', { name: 'Load the new state' }).click(),
    );
  });

  it('show that a target is away', async () => {
    const { page } = await visitAsRoot(app, address('seen'));
    const arn = webhook.arn({ region: await regionOf(page) });
    const configuration = { arn, events: ['get', 'delete'] };
    expect(await callApi(page, 'POST', '/buckets/seen/events', { configuration })).toBe(201);
    await webhook.close();
    await expect
      .poll(
        async () => {
          await page.reload();
          await ruleRow(page, ':hook:webhook').getByText('get, delete').waitFor();
          return ruleRow(page, ':hook:webhook').textContent();
        },
        { timeout: 30_000 },
      )
      .toContain('not reachable');
    await webhook.open();
  });
});

describe.each([
  { width: 1280, height: 800 },
  { width: 320, height: 640 },
])('at $width pixels', (viewport) => {
  it.each(['light', 'dark'] as const)(
    'the section and its dialog are accessible, %s',
    async (colorScheme) => {
      const { page } = await visitAsRoot(app, address('seen'), { viewport, colorScheme });
      await ruleRow(page, ':hook:webhook').waitFor();
      await expectAccessible(page, 'events');
      const dialog = await ruleDialog(page, subscribe);
      await dialog.getByRole('radio', { name: /Webhook · hook/ }).waitFor();
      await expectAccessible(page, 'the dialog Subscribe to Event');
    },
  );
});

/** Returns the region in ARNs of the server under test. */
async function regionOf(page: Awaited<ReturnType<typeof visitAsRoot>>['page']): Promise<string> {
  const { body } = await askApi<{ arns: string[] }>(page, 'GET', '/admin/arns');
  return body.arns[0]?.split(':')[3] ?? '';
}
