import type { Page } from 'playwright-core';

/** Locates the controls of the bucket list. */
export function bucketList(page: Page) {
  const list = page.getByRole('list', { name: 'Buckets' });
  return {
    heading: page.getByRole('heading', { name: 'Buckets', exact: true }),
    filter: page.getByLabel('Filter Buckets'),
    refresh: page.getByRole('button', { name: 'Refresh' }),
    bulkSelect: page.getByRole('button', { name: 'Bulk Select' }),
    deleteSelected: page.getByRole('button', { name: 'Delete Selected' }),
    create: page.getByRole('button', { name: 'Create Bucket' }),
    /** The card of a bucket. */
    bucket: (name: string) =>
      list.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) }),
    browse: (name: string) => page.getByRole('link', { name: `Browse ${name}`, exact: true }),
  };
}

/** Locates the controls of the dialog that creates a bucket. */
export function createBucketDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Create Bucket' });
  return {
    dialog,
    name: dialog.getByLabel('Bucket Name'),
    save: dialog.getByRole('button', { name: 'Save' }),
  };
}

/** Creates a bucket through the bucket list, which must be open. */
export async function createBucket(page: Page, name: string) {
  await bucketList(page).create.click();
  const { dialog, name: field, save } = createBucketDialog(page);
  await field.fill(name);
  await save.click();
  await dialog.waitFor({ state: 'hidden' });
  await bucketList(page).bucket(name).waitFor();
}

/** Chooses Delete in a bucket's menu and types the confirmation. */
export async function deleteBucket(page: Page, name: string) {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  return confirmDeletion(page, name);
}

/** Types the confirmation into the Delete Bucket dialog, submits it and returns the dialog. */
export async function confirmDeletion(page: Page, typed: string) {
  const dialog = page.getByRole('dialog', { name: 'Delete Bucket' });
  await dialog.getByLabel(`Type ${typed} to confirm`).fill(typed);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  return dialog;
}
