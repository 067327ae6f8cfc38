import type { Page } from 'playwright-core';

/** The controls of the bucket list. */
export function bucketList(page: Page) {
  return {
    heading: page.getByRole('heading', { name: 'Buckets', exact: true }),
    filter: page.getByLabel('Filter Buckets'),
    create: page.getByRole('button', { name: 'Create Bucket' }),
    /** The row of a bucket. */
    bucket: (name: string) =>
      page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) }),
  };
}

/** The controls of the dialog that creates a bucket. */
export function createBucketDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Create Bucket' });
  return {
    dialog,
    name: dialog.getByLabel('Bucket Name'),
    save: dialog.getByRole('button', { name: 'Save' }),
  };
}

/** Creates a bucket through the bucket list, which the page has to show. */
export async function createBucket(page: Page, name: string) {
  await bucketList(page).create.click();
  const { dialog, name: field, save } = createBucketDialog(page);
  await field.fill(name);
  await save.click();
  await dialog.waitFor({ state: 'hidden' });
  await bucketList(page).bucket(name).waitFor();
}
