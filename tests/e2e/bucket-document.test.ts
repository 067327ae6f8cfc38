import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { callApi } from './support/bucket-admin-actions.ts';
import { submitLogin, visitAsRoot } from './support/login-actions.ts';
import { putBucket, putPolicy, putUser } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();
const at = (bucket: string) => `/buckets/${bucket}/admin/summary`;
const READER = { user: 'doc-reader', password: 'doc-reader-1' };

beforeAll(async () => {
  for (const bucket of [
    'doc-model',
    'doc-copy',
    'doc-other',
    'doc-raced',
    'doc-seen',
    'doc-read',
  ]) {
    await putBucket(app.storage, bucket);
  }
  await putPolicy(app.storage, 'doc-reading', [
    {
      Effect: 'Allow',
      Action: ['s3:ListBucket', 's3:GetBucketTagging', 's3:GetBucketVersioning'],
      Resource: ['arn:aws:s3:::doc-*'],
    },
    { Effect: 'Allow', Action: ['s3:PutBucketVersioning'], Resource: ['arn:aws:s3:::doc-read'] },
  ]);
  await putUser(app.storage, READER, ['doc-reading']);
});

/** Configures several sections of the source bucket. */
async function dressModel(page: Page) {
  const set = (what: string, body: object) =>
    callApi(page, 'PUT', `/buckets/doc-model/${what}`, body);
  expect(await set('tags', { tags: { team: 'web' } })).toBe(200);
  expect(await set('versioning', { versioning: true })).toBe(201);
  const rule = { prefix: 'public/', access: 'readonly' };
  expect(await callApi(page, 'PUT', '/bucket/doc-model/access-rules', rule)).toBe(200);
}

async function choose(page: Page, item: string) {
  await page.getByRole('button', { name: 'Export / import settings' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function applyDialog(page: Page): Promise<Locator> {
  await choose(page, 'Apply settings…');
  const dialog = page.getByRole('dialog', { name: /^Apply settings to/ });
  await dialog.waitFor();
  return dialog;
}

async function giveFile(page: Page, dialog: Locator, file: string) {
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: /^Choose/ }).click();
  await (await chooser).setFiles(file);
  await dialog.getByText(path.basename(file)).waitFor();
}

async function previewOf(page: Page, bucket: string): Promise<Locator> {
  const dialog = await applyDialog(page);
  await dialog.getByRole('radio', { name: 'another bucket' }).check();
  await dialog.getByRole('combobox').fill(bucket);
  await page.getByRole('option', { name: bucket, exact: true }).click();
  await dialog.getByRole('button', { name: 'Preview the changes' }).click();
  await dialog.getByRole('listitem').first().waitFor();
  return dialog;
}

describe('the settings of a bucket as a document', () => {
  it('go from one bucket to another by a file', async () => {
    const { page } = await visitAsRoot(app, at('doc-model'));
    await dressModel(page);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      choose(page, 'Export settings'),
    ]);
    expect(saved.suggestedFilename()).toBe('doc-model-settings.json');
    const file = path.join(app.folder, saved.suggestedFilename());
    await saved.saveAs(file);
    const document: unknown = JSON.parse(await readFile(file, 'utf8'));
    expect(document).toMatchObject({
      kind: 'stowage/bucket-settings',
      bucket: 'doc-model',
      settings: { versioning: 'enabled', tags: { team: 'web' } },
    });

    await page.goto(`${app.url}${at('doc-copy')}`);
    const dialog = await applyDialog(page);
    await giveFile(page, dialog, file);
    await dialog.getByText(/Settings of doc-model, exported/).waitFor();
    await dialog.getByRole('button', { name: 'Preview the changes' }).click();
    await dialog.getByText('3 sections differ.').waitFor();
    await dialog.getByText('+ enabled').waitFor();
    await dialog.getByRole('button', { name: 'Apply 3 sections' }).click();
    await dialog.getByText('3 sections were applied.').waitFor();
    await dialog.getByRole('button', { name: 'Preview again' }).click();
    await dialog.getByText(/Nothing would change/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    // The resources now name the bucket that the document was applied to.
    await page.getByRole('link', { name: 'Access Rules' }).click();
    await page.getByRole('row').filter({ hasText: 'public/' }).waitFor();
  });

  it('go from bucket to bucket in parts', async () => {
    const { page } = await visitAsRoot(app, at('doc-other'));
    await dressModel(page);
    const dialog = await previewOf(page, 'doc-model');
    await dialog.getByRole('checkbox', { name: 'Versioning' }).uncheck();
    await dialog.getByRole('checkbox', { name: 'Access policy' }).uncheck();
    await dialog.getByRole('button', { name: 'Apply 1 section' }).click();
    await dialog.getByText('1 section was applied.').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('team=web').waitFor();
    await expect.poll(() => page.getByText('versioned', { exact: true }).count()).toBe(0);
  });

  it('say what is wrong with a file that holds none', async () => {
    const { page } = await visitAsRoot(app, at('doc-other'));
    const dialog = await applyDialog(page);
    const cases: [name: string, content: string, message: RegExp][] = [
      ['picture.png', '\u0089PNG\r\n', /The file is not valid JSON: error in line 1/],
      ['empty.json', '', /The file is empty/],
      ['policy.json', '{"Version":"2012-10-17"}', /does not contain bucket settings/],
      ['newer.json', '{"kind":"stowage/bucket-settings","version":9}', /has version 9/],
      ['large.json', ' '.repeat(3 * 1024 * 1024), /larger than 2\.0 MiB/],
    ];
    for (const [name, content, message] of cases) {
      const file = path.join(app.folder, name);
      await writeFile(file, content);
      await giveFile(page, dialog, file);
      await dialog.getByText(message).waitFor();
      const preview = dialog.getByRole('button', { name: 'Preview the changes' });
      expect(await preview.isDisabled(), name).toBe(true);
    }
  });

  it('show in the dialog what the server refuses', async () => {
    const { page, watch } = await visitAsRoot(app, at('doc-other'));
    watch.expectBucketGone('doc-gone');
    await putBucket(app.storage, 'doc-gone');
    await page.reload();
    const dialog = await applyDialog(page);
    await dialog.getByRole('radio', { name: 'another bucket' }).check();
    await dialog.getByRole('combobox').fill('doc-gone');
    await page.getByRole('option', { name: 'doc-gone' }).click();
    expect(await callApi(page, 'DELETE', '/buckets/doc-gone')).toBe(204);
    await dialog.getByRole('button', { name: 'Preview the changes' }).click();
    await dialog.getByRole('alert').getByText('The bucket does not exist.').waitFor();
  });

  it('are looked at again when somebody else has changed the bucket meanwhile', async () => {
    const { page, watch } = await visitAsRoot(app, at('doc-raced'));
    watch.expectFailure({ status: 409, path: '/buckets/doc-raced/settings' });
    await dressModel(page);
    const dialog = await previewOf(page, 'doc-model');
    await callApi(page, 'PUT', '/buckets/doc-raced/tags', { tags: { team: 'other' } });
    await dialog.getByRole('button', { name: 'Apply 3 sections' }).click();
    await dialog.getByRole('button', { name: 'Load the new state' }).click();
    await dialog.getByText(/−\s+"team": "other"/).waitFor();
    await dialog.getByRole('button', { name: 'Apply 3 sections' }).click();
    await dialog.getByText('3 sections were applied.').waitFor();
  });

  it('offer only what the account may change', async () => {
    const root = await visitAsRoot(app, at('doc-model'));
    await dressModel(root.page);
    const { page } = await app.visit();
    await page.goto(`${app.url}${at('doc-read')}`);
    await submitLogin(page, READER.user, READER.password);
    const dialog = await previewOf(page, 'doc-model');
    const tags = dialog.getByRole('checkbox', { name: 'Tags' });
    expect(await tags.isDisabled()).toBe(true);
    await dialog.getByText(/lacks the permission s3:PutBucketTagging/).waitFor();
    expect(await dialog.getByRole('checkbox', { name: 'Versioning' }).isChecked()).toBe(true);
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(2);
  });
});

describe.each([
  { width: 1280, height: 800 },
  { width: 320, height: 640 },
])('at $width pixels', (viewport) => {
  it.each(['light', 'dark'] as const)(
    'everybody can use the dialog in the %s scheme',
    async (colorScheme) => {
      const { page } = await visitAsRoot(app, at('doc-seen'), { viewport, colorScheme });
      await dressModel(page);
      const dialog = await applyDialog(page);
      await expectAccessible(page, 'choosing a document');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await previewOf(page, 'doc-model');
      await dialog.getByText('Compare').last().click();
      await expectAccessible(page, 'the preview of a document');
    },
  );
});
