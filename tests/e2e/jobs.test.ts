import { expect, it } from 'vitest';
import { visitAsRoot } from './support/login-actions.ts';
import { objectBrowser } from './support/object-actions.ts';
import { holds, putBucket } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();

it('moves a selection to another bucket while the page is left, and lists it as a job', async () => {
  await putBucket(app.storage, 'jobs-from', {
    'keep.txt': 'keep',
    'folder/Müller \u202egpj.txt': 'one',
    'folder/deep/two.txt': 'two',
  });
  await putBucket(app.storage, 'jobs-to');
  const { page } = await visitAsRoot(app, '/buckets/jobs-from/browse');
  const browser = objectBrowser(page);
  await browser.row('folder').getByRole('checkbox').click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Move' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move objects' });
  await dialog.getByText('2 objects, 6 B').waitFor();
  await dialog.getByLabel('To bucket').selectOption('jobs-to');
  await dialog.getByLabel('To folder').fill('archive');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.goto(`${app.url}/jobs`);
  const job = page.getByRole('row').filter({ hasText: 'Move folder/ from jobs-from' });
  await job.getByText('2 done').waitFor();
  expect(await holds(app.storage, 'jobs-to', 'archive/folder/Müller \u202egpj.txt')).toBe(true);
  expect(await holds(app.storage, 'jobs-to', 'archive/folder/deep/two.txt')).toBe(true);
  expect(await holds(app.storage, 'jobs-from', 'folder/deep/two.txt')).toBe(false);
  expect(await holds(app.storage, 'jobs-from', 'keep.txt')).toBe(true);
});
