import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { visitAsRoot } from './support/login-actions.ts';
import { untilTold } from './support/shell-actions.ts';
import { putBucket, putObject } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();

const section = (page: Page, title: string) =>
  page.getByRole('region', { name: title, exact: true });

const dialog = (page: Page, title: string) => page.getByRole('dialog', { name: title });

async function openVersions(page: Page) {
  await page.getByRole('tab', { name: 'Versions' }).click();
  return page.getByRole('grid', { name: 'Versions' });
}

describe('the details of an object', () => {
  it('hold, lock, tag and describe it [OBJD-07] [OBJD-11] [OBJD-21]', async () => {
    await putBucket(app.storage, 'detail-flow', { 'a/report.txt': 'one' }, { objectLock: true });
    const { page } = await visitAsRoot(app, '/buckets/detail-flow/browse/a/report.txt');

    await section(page, 'Legal Hold').getByRole('button').click();
    await dialog(page, 'Set Legal Hold').getByRole('switch', { name: 'Legal hold' }).click();
    await dialog(page, 'Set Legal Hold').getByRole('button', { name: 'Save' }).click();
    await section(page, 'Legal Hold').getByText('On', { exact: true }).waitFor();

    await section(page, 'Retention').getByRole('button').click();
    const locking = dialog(page, 'Set Retention Policy');
    await locking.getByRole('switch', { name: 'Retention' }).click();
    await locking.getByRole('radio', { name: 'Governance' }).click();
    const year = String(new Date().getUTCFullYear() + 1);
    await locking.getByRole('combobox', { name: 'Day' }).selectOption('28');
    await locking.getByRole('combobox', { name: 'Month' }).selectOption('2');
    await locking.getByRole('combobox', { name: 'Year' }).selectOption(year);
    await locking.getByRole('button', { name: 'Save' }).click();
    await section(page, 'Retention').getByText(`Governance, until 28 Feb ${year}`).waitFor();

    await section(page, 'Tags').getByRole('button', { name: 'Add tag' }).click();
    const tagging = dialog(page, 'Add New Tag');
    await tagging.getByRole('textbox', { name: 'Tag Key' }).fill('site');
    await tagging.getByRole('textbox', { name: 'Tag Value' }).fill('kiel');
    await tagging.getByRole('button', { name: 'Save' }).click();
    await section(page, 'Tags').getByText('site=kiel').waitFor();

    await section(page, 'Object Metadata').getByRole('button').click();
    const describing = dialog(page, 'Edit Object Metadata');
    await describing.getByRole('textbox', { name: 'Content-Language' }).fill('de');
    await describing.getByRole('button', { name: 'Save' }).click();
    await section(page, 'Object Metadata').getByText('Content-Language').waitFor();
    // The new version keeps everything from the previous one.
    await section(page, 'Legal Hold').getByText('On', { exact: true }).waitFor();
    await section(page, 'Retention')
      .getByText(/Governance, until/)
      .waitFor();
    await section(page, 'Tags').getByText('site=kiel').waitFor();
    const versions = await openVersions(page);
    await versions.getByRole('row', { name: /v2/ }).waitFor();
  });

  it('of any name open by their address, with versions to restore and delete [OBJD-28] [OBJD-29]', async () => {
    const key = `in/100% "q" #? 😀 \u202egpj.exe`;
    await putBucket(app.storage, 'detail-names', { [key]: 'the first' }, { objectLock: true });
    await putObject(app.storage, 'detail-names', key, 'second');
    const address = key.split('/').map(encodeURIComponent).join('/');
    const { page } = await visitAsRoot(app, `/buckets/detail-names/browse/${address}`);
    const versions = await openVersions(page);
    await versions.getByRole('link').last().click();
    await page.getByText(/You are viewing an earlier version/).waitFor();
    // The address of a version survives a reload.
    await page.reload();
    await page.getByText(/You are viewing an earlier version/).waitFor();
    await page.getByText('9 B', { exact: true }).waitFor();

    const list = await openVersions(page);
    await list.getByRole('button', { name: 'Restore v1' }).click();
    const restoring = dialog(page, 'Restore File Version');
    await untilTold(page, 'Version restored.', () =>
      restoring.getByRole('button', { name: 'Restore' }).click(),
    );
    await list.getByRole('row', { name: /v3/ }).waitFor();

    await list.getByRole('button', { name: 'Actions for v2' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const deleting = dialog(page, 'Delete Version');
    await untilTold(page, 'Version deleted.', () =>
      deleting.getByRole('button', { name: 'Delete' }).click(),
    );
    await list.getByRole('row', { name: /v3/ }).waitFor({ state: 'detached' });
    await expect.poll(() => list.getByRole('row').count()).toBe(3);
  });
});
