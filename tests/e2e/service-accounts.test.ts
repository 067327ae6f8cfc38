import { createS3Client } from '@stowage/storage-client/s3';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { visitAsRoot } from './support/login-actions.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();

describe('service accounts', () => {
  it('are created, shown once, changed and deleted [SVCACCT-16] [SVCACCT-17] [SVCACCT-20]', async () => {
    const { page, watch } = await visitAsRoot(app, '/account');
    watch.expectFailure({ status: 400, path: '/api/v1/service-account-credentials' });
    await page.getByRole('button', { name: 'Create service account' }).click();
    const create = page.getByRole('dialog', { name: 'Create Service Account' });
    await create.getByLabel('Name', { exact: true }).fill('Flow');
    await create.getByLabel(/^Customize credentials/).check();
    await create.getByLabel(/^Access Key/).fill(app.storage.user);
    await create.getByLabel(/^Secret Key/).fill('flow-secret-key-1');
    const submit = create.getByRole('button', { name: 'Create', exact: true });
    await submit.click();
    // The server reports that the name is taken.
    await create.getByRole('alert').waitFor();
    await create.getByLabel(/^Access Key/).fill('flow-key');
    await submit.click();
    const created = page.getByRole('dialog', { name: 'New Service Account Created' });
    await created.getByText('flow-secret-key-1').waitFor();
    await expectAccessible(page, 'a new service account');
    const download = page.waitForEvent('download');
    await created.getByRole('button', { name: 'Download for import' }).click();
    expect((await download).suggestedFilename()).toBe('credentials.json');
    await created.getByRole('button', { name: 'Done' }).click();
    await created.waitFor({ state: 'hidden' });
    expect(await page.content()).not.toContain('flow-secret-key-1');
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    );
    expect(stored).not.toContain('flow-secret-key-1');

    const credentials = { accessKey: 'flow-key', secretKey: 'flow-secret-key-1' };
    const { endpoint } = app.storage;
    const s3 = createS3Client({ endpoint, region: 'us-east-1', credentials });
    await s3.listBuckets();
    await page.getByRole('button', { name: 'Edit flow-key' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Service Account' });
    await edit.getByLabel('Name', { exact: true }).fill('Renamed');
    await edit.getByLabel('Enabled').uncheck();
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.waitFor({ state: 'hidden' });
    await page.getByText('Disabled', { exact: true }).waitFor();
    await expect(s3.listBuckets()).rejects.toMatchObject({ status: 403 });
    await expectAccessible(page, 'the list of service accounts');
    await page.getByRole('button', { name: 'Actions for flow-key' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const remove = page.getByRole('dialog', { name: 'Delete Service Account' });
    await remove.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'There are no service accounts yet.' }).waitFor();
  });
});

/** Counts the occurrences of a text in the page's heap. */
async function countInMemory(page: Page, text: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  let snapshot = '';
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    snapshot += chunk;
  });
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return snapshot.split(text).length - 1;
}

describe('the secret of a new service account', () => {
  it('leaves the memory of the page with its dialog', async () => {
    const { page } = await visitAsRoot(app, '/account');
    await page.getByRole('button', { name: 'Create service account' }).click();
    const create = page.getByRole('dialog', { name: 'Create Service Account' });
    await create.getByRole('button', { name: 'Create', exact: true }).click();
    const created = page.getByRole('dialog', { name: 'New Service Account Created' });
    const done = created.getByRole('button', { name: 'Done' });
    await done.waitFor();
    // Only part of it, so that the test itself does not put the whole secret into the page.
    const text = (await created.textContent()) ?? '';
    const secret = /[A-Za-z0-9+/]{40}/.exec(text)?.[0].slice(5, 30) ?? '';
    expect(secret).toHaveLength(25);
    expect(await countInMemory(page, secret)).toBeGreaterThan(0);
    await done.click();
    await created.waitFor({ state: 'detached' });
    await expect
      .poll(() => countInMemory(page, secret), { timeout: 30_000, interval: 500 })
      .toBe(0);
  });
});

describe('the tools of identity', () => {
  it('list every access key, and show that an export imported again changes nothing', async () => {
    const { page } = await visitAsRoot(app, '/tools/access-keys');
    await page
      .getByRole('row', { name: new RegExp(app.storage.user) })
      .first()
      .waitFor();
    await page.getByText('Can grant any permission').first().waitFor();
    await expectAccessible(page, 'the report of access keys');
    await page.goto(`${app.url}/tools/iam`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const file = await (await download).path();
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('The import would change nothing.').waitFor();
    await expectAccessible(page, 'export and import');
  });
});
