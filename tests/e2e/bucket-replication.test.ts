import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../packages/storage-embedded/src/testing/free-port.ts';
import { expectAccessible } from './support/accessibility.ts';
import { bucketList } from './support/bucket-actions.ts';
import { visitAsRoot } from './support/login-actions.ts';
import { chooseRule, ruleDialog, ruleRow } from './support/rule-actions.ts';
import { useSecondStorage } from './support/second-storage.ts';
import { holds, keepVersions, putBucket, putObject } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();
const second = useSecondStorage();
const address = (bucket: string) => `/buckets/${bucket}/admin/replication`;
const add = (page: Page) => ruleDialog(page, 'Set Bucket Replication', 'Add Replication Rule');
const wizardTitle = 'Set Multiple Bucket Replication';

const SOURCES = ['photos', 'films', 'music', 'seen'];
const COPIES = ['photos-copy', 'photos-more', 'films', 'music-copy', 'seen-copy'];

beforeAll(async () => {
  for (const bucket of SOURCES) {
    await putBucket(app.storage, bucket);
    await keepVersions(app.storage, bucket);
  }
  await putBucket(app.storage, 'plain');
  for (const bucket of COPIES) {
    await putBucket(second.storage, bucket);
    await keepVersions(second.storage, bucket);
  }
});

async function fillRemote(dialog: Locator, parts: { host?: string; password?: string } = {}) {
  const { endpoint, user, password } = second.storage;
  await dialog.getByRole('textbox', { name: 'Access Key' }).fill(user);
  await dialog
    .getByLabel(/^Secret Key/)
    .first()
    .fill(parts.password ?? password);
  await dialog.getByRole('checkbox', { name: 'Use TLS' }).uncheck();
  await dialog
    .getByRole('textbox', { name: 'Target URL' })
    .fill(parts.host ?? new URL(endpoint).host);
}

describe('replication of a bucket', () => {
  it('begins with a rule, and objects follow it', async () => {
    const { page } = await visitAsRoot(app, address('photos'));
    await page.getByText('There are no replication rules yet.').waitFor();
    const dialog = await add(page);
    const save = dialog.getByRole('button', { name: 'Save' });
    expect(await save.isDisabled()).toBe(true);
    await fillRemote(dialog);
    const bucket = dialog.getByRole('textbox', { name: 'Destination Bucket' });
    await bucket.fill('No');
    expect(await save.isDisabled()).toBe(true);
    await bucket.fill('photos-copy');
    await dialog.getByRole('textbox', { name: 'Bandwidth per second' }).fill('');
    await dialog.getByText('Enter an amount of 0 or more.').first().waitFor();
    expect(await save.isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Bandwidth per second' }).fill('1');
    await save.click();
    await dialog.waitFor({ state: 'hidden' });
    const row = ruleRow(page, 'photos-copy');
    await row.getByText('Enabled').waitFor();
    await putObject(app.storage, 'photos', 'a.jpg', 'a picture');
    await expect
      .poll(() => holds(second.storage, 'photos-copy', 'a.jpg'), { timeout: 30_000 })
      .toBe(true);
    // A real MinIO checks a new target only after a while.
    await row.getByText('target online').waitFor({ timeout: 60_000 });
    await page.getByText('At least one rule must remain. Disable it').waitFor();
  });

  it('shows the failure of the first state, and keeps what was entered [REPL-19]', async () => {
    const { page } = await visitAsRoot(app, address('music'));
    const dialog = await add(page);
    await fillRemote(dialog, { host: `127.0.0.1:${await freePort()}` });
    await dialog.getByRole('textbox', { name: 'Destination Bucket' }).fill('music-copy');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').waitFor();
    const name = dialog.getByRole('textbox', { name: 'Destination Bucket' });
    expect(await name.inputValue()).toBe('music-copy');
    await fillRemote(dialog, { password: 'not the secret' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByText('There are no replication rules yet.').waitFor();
  });

  it('has rules that are changed, switched, deleted, and ended as a whole', async () => {
    const { page } = await visitAsRoot(app, address('music'));
    for (const prefix of ['first/', 'more/']) {
      const dialog = await add(page);
      await fillRemote(dialog);
      await dialog.getByRole('textbox', { name: 'Destination Bucket' }).fill('music-copy');
      await dialog.getByLabel('Prefix').fill(prefix);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await ruleRow(page, prefix).getByText('Enabled').waitFor();
    }
    const edit = await chooseRule(page, 'more/', 'Edit', 'Edit Replication Rule');
    await edit.getByLabel('Prefix').fill('other/');
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.waitFor({ state: 'hidden' });
    const row = ruleRow(page, 'other/');
    await row.getByRole('button', { name: /^Disable / }).click();
    await row.getByText('Disabled').waitFor();

    const doomed = await chooseRule(page, 'other/', 'Delete', 'Delete Replication Rule');
    await doomed.getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'hidden' });
    await ruleRow(page, 'first/')
      .getByRole('button', { name: /^Actions for/ })
      .click();
    const last = page.getByRole('menuitem', { name: /^Delete/ });
    expect(await last.isDisabled()).toBe(true);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'End replication' }).click();
    const end = page.getByRole('dialog', { name: 'End replication' });
    const confirm = end.getByRole('button', { name: 'End replication' });
    expect(await confirm.isDisabled()).toBe(true);
    await end.getByLabel('Type music to confirm').fill('music');
    await confirm.click();
    await page.getByText('There are no replication rules yet.').waitFor();
  });
});

async function openWizard(page: Page, names: readonly string[]): Promise<Locator> {
  await bucketList(page).bulkSelect.click();
  for (const name of names) {
    await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
  }
  await page.getByRole('button', { name: 'Set Replication' }).click();
  const dialog = page.getByRole('dialog', { name: wizardTitle });
  await dialog.waitFor();
  return dialog;
}

describe('replication of several buckets', () => {
  it('names what the remote server refuses', async () => {
    const { page, watch } = await visitAsRoot(app, '/buckets');
    const dialog = await openWizard(page, ['films']);
    await fillRemote(dialog, { host: `127.0.0.1:${await freePort()}` });
    watch.expectFailure({ status: 502, path: '/list-external-buckets' });
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByText('The remote server cannot be reached.').waitFor();
    await fillRemote(dialog, { password: 'not the secret' });
    watch.expectFailure({ status: 400, path: '/list-external-buckets' });
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByText('The remote server refused the credentials.').waitFor();
  });

  it('sets up what it can, and says of each other bucket why not [BREPL-17] [BREPL-18]', async () => {
    const { page } = await visitAsRoot(app, '/buckets');
    const dialog = await openWizard(page, ['films', 'plain']);
    await fillRemote(dialog);
    await dialog.getByRole('button', { name: 'Next' }).click();
    const films = dialog.getByRole('combobox', { name: 'Remote bucket for films' });
    const plain = dialog.getByRole('combobox', { name: 'Remote bucket for plain' });
    expect(await films.inputValue()).toBe('films');
    expect(await dialog.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true);
    await plain.click();
    await page.getByRole('option', { name: 'photos-more' }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('button', { name: /^plain could not be replicated: / }).waitFor();
    await films.waitFor({ state: 'hidden' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('1 selected').waitFor();
    await page.goto(app.url + address('films'));
    await ruleRow(page, 'films').getByText('Enabled').waitFor();
  });
});

describe.each([
  { width: 1280, height: 800 },
  { width: 320, height: 640 },
])('at $width pixels', (viewport) => {
  it.each(['light', 'dark'] as const)(
    'the section and its dialogs are accessible, %s',
    async (colorScheme) => {
      const { page } = await visitAsRoot(app, address('films'), { viewport, colorScheme });
      await ruleRow(page, 'films').getByText('Enabled').waitFor();
      await expectAccessible(page, 'replication');
      await add(page);
      await expectAccessible(page, 'the dialog Set Bucket Replication');
    },
  );

  it.each(['light', 'dark'] as const)('the wizard is accessible, %s', async (colorScheme) => {
    const { page } = await visitAsRoot(app, '/buckets', { viewport, colorScheme });
    const dialog = await openWizard(page, ['seen']);
    await expectAccessible(page, 'the first step of the wizard');
    await fillRemote(dialog);
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByRole('combobox', { name: 'Remote bucket for seen' }).waitFor();
    await expectAccessible(page, 'the second step of the wizard');
  });
});
