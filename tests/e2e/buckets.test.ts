import { describe, expect, it } from 'vitest';
import {
  bucketList,
  confirmDeletion,
  createBucket,
  createBucketDialog,
  deleteBucket,
} from './support/bucket-actions.ts';
import { visitAsRoot } from './support/login-actions.ts';
import { putBucket } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();

describe('buckets', () => {
  it('begins with an introduction, and its link creates the first bucket [BUCKETS-19, BUCKETS-20]', async () => {
    const { page } = await visitAsRoot(app, '/buckets');
    await page.getByRole('button', { name: 'Create a Bucket' }).click();
    await createBucketDialog(page).dialog.waitFor();
  });

  it('creates a bucket and opens it [BUCKETS-14, BUCKETS-41, BUCKETS-42]', async () => {
    const { page } = await visitAsRoot(app, '/buckets');
    await createBucket(page, 'first-bucket');
    await bucketList(page).browse('first-bucket').click();
    await page.waitForURL(`${app.url}/buckets/first-bucket/browse`);
    await page.reload();
    await page.getByText('This location is empty, please try uploading a new file').waitFor();
  });

  it('offers to save only what can be a name, and says what is wrong [BUCKETS-33, BUCKETS-38]', async () => {
    const { page } = await visitAsRoot(app, '/buckets');
    await bucketList(page).create.click();
    const { dialog, name, save } = createBucketDialog(page);
    expect(await save.isDisabled()).toBe(true);
    for (const bad of ['ab', 'Upper-case', 'under_score', '192.168.1.1', 'ends-with-']) {
      await name.fill(bad);
      await expect.poll(() => name.getAttribute('aria-invalid'), { message: bad }).toBe('true');
      expect(await save.isDisabled(), bad).toBe(true);
    }
    await name.fill('good-name');
    await expect.poll(() => save.isEnabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  it('gives the focus back to what opened a dialog, also from a menu', async () => {
    await putBucket(app.storage, 'focus-back');
    const { page } = await visitAsRoot(app, '/buckets');
    const { create } = bucketList(page);
    const row = page.getByRole('button', { name: 'Actions for focus-back' });
    const fromMenu = async () => {
      await row.click();
      await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
    };
    for (const [opener, open] of [
      [create, () => create.click()] as const,
      [row, fromMenu] as const,
    ]) {
      await open();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').first().waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await expect
        .poll(() => opener.evaluate((element) => element === document.activeElement))
        .toBe(true);
    }
  });

  it('keeps what was entered when the name is taken, and says so in the dialog [BUCKETS-43, SHELL-73]', async () => {
    await putBucket(app.storage, 'taken-name');
    const { page, watch } = await visitAsRoot(app, '/buckets');
    watch.expectFailure({ status: 409, path: '/api/v1/buckets' });
    await bucketList(page).create.click();
    const { dialog, name, save } = createBucketDialog(page);
    await name.fill('taken-name');
    await save.click();
    await dialog.getByRole('alert').getByText('A bucket with this name exists already.').waitFor();
    expect(await name.inputValue()).toBe('taken-name');
    // The button that was pressed was disabled meanwhile, which takes the focus away from it.
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
  });

  it('narrows the list by name, and says when nothing is left [BUCKETS-02, BUCKETS-03, BUCKETS-18]', async () => {
    await putBucket(app.storage, 'filter-apples');
    await putBucket(app.storage, 'filter-pears');
    const { page } = await visitAsRoot(app, '/buckets');
    const list = bucketList(page);
    await list.bucket('filter-pears').waitFor();
    await list.filter.fill('apple');
    await list.bucket('filter-pears').waitFor({ state: 'hidden' });
    await list.bucket('filter-apples').waitFor();
    await list.filter.fill('no such bucket');
    await page.getByText('No Results').waitFor();
    await page.getByText('No buckets match the filtering condition').waitFor();
  });

  it('deletes an empty bucket after its name was typed [BUCKETS-24]', async () => {
    await putBucket(app.storage, 'to-delete-empty');
    const { page } = await visitAsRoot(app, '/buckets');
    const list = bucketList(page);
    await list.bucket('to-delete-empty').waitFor();
    const dialog = await deleteBucket(page, 'to-delete-empty');
    await dialog.waitFor({ state: 'hidden' });
    await list.bucket('to-delete-empty').waitFor({ state: 'hidden' });
  });

  it('refuses to delete a bucket that is not empty [BUCKETS-24]', async () => {
    await putBucket(app.storage, 'to-delete-full', { 'a.txt': 'a' });
    const { page, watch } = await visitAsRoot(app, '/buckets');
    watch.expectFailure({ status: 409, path: '/api/v1/buckets/to-delete-full' });
    const dialog = await deleteBucket(page, 'to-delete-full');
    await dialog.getByText('A bucket can only be deleted if it is empty.').first().waitFor();
    await dialog
      .getByRole('alert')
      .getByText(/The bucket is not empty/)
      .waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await bucketList(page).bucket('to-delete-full').waitFor();
  });

  it('deletes all that are selected [BUCKETS-04, BUCKETS-05, BUCKETS-21]', async () => {
    for (const name of ['bulk-one', 'bulk-two', 'bulk-three']) await putBucket(app.storage, name);
    const { page } = await visitAsRoot(app, '/buckets?filter=bulk-');
    const list = bucketList(page);
    await list.bucket('bulk-one').waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await list.bulkSelect.click();
    for (const name of ['bulk-one', 'bulk-two']) {
      await list.bucket(name).getByRole('checkbox').check();
    }
    await list.deleteSelected.click();
    const dialog = await confirmDeletion(page, '2 buckets');
    await dialog.waitFor({ state: 'hidden' });
    await list.bucket('bulk-one').waitFor({ state: 'hidden' });
    await list.bucket('bulk-three').waitFor();
    await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  });
});
