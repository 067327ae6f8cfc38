import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { askApi, bucketAdmin, callApi } from './support/bucket-admin-actions.ts';
import { visitAsRoot } from './support/login-actions.ts';
import { chooseRule, ruleDialog, ruleRow } from './support/rule-actions.ts';
import { untilTold } from './support/shell-actions.ts';
import { putBucket } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();
const address = (bucket: string) => `/buckets/${bucket}/admin/lifecycle`;
const rules = (bucket: string) => `/buckets/${bucket}/lifecycle`;

beforeAll(async () => {
  for (const bucket of ['logs', 'shared', 'changing', 'emptied', 'seen'])
    await putBucket(app.storage, bucket);
});

describe('the lifecycle rules of a bucket', () => {
  it('begin with none, and the empty place leads to the first', async () => {
    const { page } = await visitAsRoot(app, address('logs'));
    await page.getByText('There are no lifecycle rules yet.').waitFor();
    const dialog = await ruleDialog(page, 'Add Lifecycle Rule');
    const save = dialog.getByRole('button', { name: 'Save' });
    const days = dialog.getByRole('textbox', { name: 'Days', exact: true });
    for (const bad of ['', '0', '1.5', '36501']) {
      await days.fill(bad);
      expect(await save.isDisabled(), bad).toBe(true);
    }
    await days.fill('30');
    await dialog.getByLabel('Delete old versions after days').fill('7');
    await dialog.getByLabel('Prefix').fill('logs/ü&+');
    await dialog.getByLabel('Tag key 1').fill('keep & hold');
    await dialog.getByLabel('Tag value 1').fill('no=yes');
    await save.click();
    await dialog.waitFor({ state: 'hidden' });
    const row = ruleRow(page, 'logs/ü&+');
    await row
      .getByText(
        'Delete after 30 days; old versions after 7 days; only objects tagged keep & hold=no=yes',
      )
      .waitFor();
    await page.reload();
    await row.getByText('Enabled').waitFor();
  });

  it('take a date, whose day is over when the rule acts [LIFE-07] [LIFE-14] [LIFE-18]', async () => {
    const { page } = await visitAsRoot(app, address('logs'));
    const dialog = await ruleDialog(page, 'Add Lifecycle Rule');
    await dialog.getByRole('radio', { name: 'On a date' }).check();
    const save = dialog.getByRole('button', { name: 'Save' });
    expect(await save.isDisabled()).toBe(true);
    await dialog.locator('input[type=date]').fill('2035-12-31');
    await dialog.getByLabel('Prefix').fill('dated/');
    await save.click();
    await dialog.waitFor({ state: 'hidden' });
    await ruleRow(page, 'dated/').getByText('Delete after 31 Dec 2035 (UTC)').waitFor();
    const edit = await chooseRule(page, 'dated/', 'Edit', 'Edit Lifecycle Configuration');
    expect(await edit.locator('input[type=date]').inputValue()).toBe('2035-12-31');
  });

  it('remove delete markers where they leave current versions alone', async () => {
    const { page } = await visitAsRoot(app, address('logs'));
    const dialog = await ruleDialog(page, 'Add Lifecycle Rule');
    const markers = dialog.getByRole('checkbox', { name: 'Expired object delete marker' });
    expect(await markers.isDisabled()).toBe(true);
    await dialog.getByRole('radio', { name: 'Do nothing' }).check();
    await markers.check();
    await dialog.getByLabel('Newest old versions to keep').fill('3');
    await dialog.getByLabel('Prefix').fill('markers/');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await ruleRow(page, 'markers/')
      .getByText(/beyond the newest 3; remove expired delete markers/)
      .waitFor();
  });

  it('explain that there is no tier to move objects to [LIFE-10]', async () => {
    const { page } = await visitAsRoot(app, address('logs'));
    const dialog = await ruleDialog(page, 'Add Lifecycle Rule');
    await dialog.getByRole('radio', { name: 'Transition' }).check();
    await dialog.getByText('No tiers available').waitFor();
    await dialog.getByRole('textbox', { name: 'Days', exact: true }).fill('10');
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  });

  it('can be changed, switched off and on, and deleted [LIFE-20]', async () => {
    const { page } = await visitAsRoot(app, address('changing'));
    await callApi(page, 'POST', rules('changing'), { prefix: 'a/', tags: 'x=1', expiry_days: 5 });
    await page.reload();
    const edit = await chooseRule(page, 'a/', 'Edit', 'Edit Lifecycle Configuration');
    await edit.getByText('x=1').waitFor();
    await edit.getByRole('textbox', { name: 'Days', exact: true }).fill('6');
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.waitFor({ state: 'hidden' });
    const row = ruleRow(page, 'a/');
    await row.getByText('Delete after 6 days; only objects tagged x=1').waitFor();
    await row.getByRole('button', { name: /^Disable / }).click();
    await row.getByText('Disabled').waitFor();
    await row.getByRole('button', { name: /^Enable / }).click();
    await row.getByText('Enabled').waitFor();
    const doomed = await chooseRule(page, 'a/', 'Delete', 'Delete Lifecycle Rule');
    await doomed.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There are no lifecycle rules yet.').waitFor();
  });
});

async function onlyRule(page: Page, bucket: string): Promise<{ readonly id: string }> {
  type Answer = { readonly lifecycle: readonly [{ readonly id: string }] };
  const { body } = await askApi<Answer>(page, 'GET', rules(bucket));
  return body.lifecycle[0];
}

describe('two people at the rules of one bucket', () => {
  it('do not undo each other unseen', async () => {
    const { page, watch } = await visitAsRoot(app, address('shared'));
    await callApi(page, 'POST', rules('shared'), { prefix: 'a/', expiry_days: 5 });
    await page.reload();
    const dialog = await chooseRule(page, 'a/', 'Edit', 'Edit Lifecycle Configuration');
    const rule = await onlyRule(page, 'shared');
    expect(await callApi(page, 'PUT', `${rules('shared')}/${rule.id}`, { expiry_days: 9 })).toBe(
      200,
    );
    watch.expectFailure({ status: 409, path: `/lifecycle/${rule.id}` });
    await dialog.getByLabel('Prefix').fill('b/');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Somebody else has changed this').waitFor();
    await dialog.getByRole('button', { name: 'Load the new state' }).click();
    await expect
      .poll(() => dialog.getByRole('textbox', { name: 'Days', exact: true }).inputValue())
      .toBe('9');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await ruleRow(page, 'a/').getByText('Delete after 9 days').waitFor();
  });

  it('hear it when the other has deleted the rule', async () => {
    const { page, watch } = await visitAsRoot(app, address('emptied'));
    await callApi(page, 'POST', rules('emptied'), { prefix: 'gone/', expiry_days: 5 });
    await page.reload();
    const dialog = await chooseRule(page, 'gone/', 'Delete', 'Delete Lifecycle Rule');
    const rule = await onlyRule(page, 'emptied');
    expect(await callApi(page, 'DELETE', `${rules('emptied')}/${rule.id}`)).toBe(204);
    for (const status of [404, 409]) watch.expectFailure({ status, path: `/lifecycle/${rule.id}` });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await untilTold(page, 'Somebody else has already deleted this.', () =>
      dialog.getByRole('button', { name: 'Load the new state' }).click(),
    );
    await page.getByText('There are no lifecycle rules yet.').waitFor();
  });

  it('see the refusal of the server in the dialog', async () => {
    await putBucket(app.storage, 'vanishing');
    const { page, watch } = await visitAsRoot(app, address('vanishing'));
    const dialog = await ruleDialog(page, 'Add Lifecycle Rule');
    expect(await callApi(page, 'DELETE', '/buckets/vanishing')).toBe(204);
    watch.expectBucketGone('vanishing');
    await dialog.getByRole('textbox', { name: 'Days', exact: true }).fill('3');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('The bucket does not exist.').waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Days', exact: true }).inputValue()).toBe('3');
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
      await bucketAdmin(page).menu.waitFor();
      await callApi(page, 'POST', rules('seen'), {
        prefix: 'a/',
        expiry_days: 30,
        noncurrentversion_expiration_days: 7,
      });
      await page.reload();
      await ruleRow(page, 'Delete after 30 days').first().waitFor();
      await expectAccessible(page, 'lifecycle rules');
      const dialog = await ruleDialog(page, 'Add Lifecycle Rule');
      await expectAccessible(page, 'the dialog Add Lifecycle Rule');
      await dialog.getByRole('radio', { name: 'Transition' }).check();
      await dialog.getByText('No tiers available').waitFor();
      await expectAccessible(page, 'the dialog Add Lifecycle Rule for a transition');
    },
  );
});
