import { expect, it } from 'vitest';
import { targetKind } from '../targets/target.ts';
import { visitAsRoot } from './support/login-actions.ts';
import { chooseAction, download, objectBrowser } from './support/object-actions.ts';
import {
  deleteObject,
  keepVersions,
  putBucket,
  putObject,
  timeOfLastChange,
} from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();

it('shows a folder as it was, with the content of then, and brings back what was deleted [REWIND-04, REWIND-05, REWIND-07]', async () => {
  const bucket = 'looking-back';
  await putBucket(app.storage, bucket);
  await keepVersions(app.storage, bucket);
  await putObject(app.storage, bucket, 'notes.txt', 'first');
  await putObject(app.storage, bucket, 'old/lost.txt', 'lost');
  const then = await timeOfLastChange(app.storage, bucket);
  await putObject(app.storage, bucket, 'notes.txt', 'second');
  await putObject(app.storage, bucket, 'new.txt', 'new');
  await deleteObject(app.storage, bucket, 'old/lost.txt');

  const { page } = await visitAsRoot(app, `/buckets/${bucket}/browse`);
  const browser = objectBrowser(page);
  await browser.row('new.txt').waitFor();
  // MinIO lists a folder in which everything is deleted.
  const empty = targetKind() === 'minio' ? ['old'] : [];
  expect(await browser.names()).toEqual([...empty, 'new.txt', 'notes.txt']);

  await page.goto(`${app.url}/buckets/${bucket}/browse?rewind=${encodeURIComponent(then)}`);
  await browser.row('old').waitFor();
  expect(await browser.names()).toEqual(['old', 'notes.txt']);
  await page.getByRole('columnheader', { name: 'Object Date' }).waitFor();
  const file = await download(page, browser.row('notes.txt'));
  expect(file.content.toString()).toBe('first');
  await browser.row('old').getByRole('link').click();
  await browser.row('lost.txt').waitFor();
  await page.getByRole('button', { name: 'Show Current Data' }).click();
  await browser.empty.waitFor();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Show deleted objects' }).click();
  const lost = page.getByRole('row', { name: /lost\.txt/ });
  await lost.getByText('deleted').waitFor();
  await chooseAction(page, lost, 'Restore');
  await lost.getByText('deleted').waitFor({ state: 'hidden' });
});

it('searches below a folder, jumps to a name, and opens a path that is typed', async () => {
  const bucket = 'finding';
  await putBucket(app.storage, bucket, {
    'a.txt': 'a',
    'b.jpg': 'b',
    'photos/2026/beach.jpg': 'beach',
    'photos/gpj.\u202eexe': 'turned',
  });
  const { page } = await visitAsRoot(app, `/buckets/${bucket}/browse`);
  const browser = objectBrowser(page);
  await browser.row('a.txt').waitFor();
  await browser.search.fill('*.jpg');
  await browser.row('photos/2026/beach.jpg').waitFor();
  expect(await browser.names()).toEqual(['b.jpg', 'photos/2026/beach.jpg']);
  await page.getByText('2 found, 4 objects searched.').waitFor();
  await page.getByRole('button', { name: 'Clear search' }).click();

  await browser.row('a.txt').focus();
  await page.keyboard.type('b');
  await page.getByText('Showing the names from “b” on.').waitFor();
  await page.keyboard.press('Enter');
  await browser.row('a.txt').waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'Edit the path' }).click();
  await page.keyboard.type(`s3://${bucket}/photos/`);
  await page.keyboard.press('Enter');
  await browser.row('gpj.[U+202E]exe').waitFor();
  expect(new URL(page.url()).pathname).toBe(`/buckets/${bucket}/browse/photos/`);
});
