import { expect, it } from 'vitest';
import { readZip } from '../../apps/server/src/testing/read-zip.ts';
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
  // MinIO lists folders in which everything is deleted.
  const empty = targetKind() === 'minio' ? ['old'] : [];
  await expect.poll(() => browser.names()).toEqual([...empty, 'new.txt', 'notes.txt']);

  await page.goto(`${app.url}/buckets/${bucket}/browse?rewind=${encodeURIComponent(then)}`);
  await browser.row('old').waitFor();
  await expect.poll(() => browser.names()).toEqual(['old', 'notes.txt']);
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

it('downloads and restores a folder as it was', async () => {
  const bucket = 'bringing-back';
  await putBucket(app.storage, bucket);
  await keepVersions(app.storage, bucket);
  await putObject(app.storage, bucket, 'in/notes.txt', 'first');
  await putObject(app.storage, bucket, 'in/lost.txt', 'lost');
  const then = await timeOfLastChange(app.storage, bucket);
  await putObject(app.storage, bucket, 'in/notes.txt', 'second');
  await putObject(app.storage, bucket, 'in/new.txt', 'new');
  await deleteObject(app.storage, bucket, 'in/lost.txt');

  const past = `/buckets/${bucket}/browse?rewind=${encodeURIComponent(then)}`;
  const { page } = await visitAsRoot(app, past);
  const browser = objectBrowser(page);
  const folder = browser.row('in');
  const file = await download(page, folder);
  expect(readZip(file.content)).toEqual({ 'in/notes.txt': 'first', 'in/lost.txt': 'lost' });
  await chooseAction(page, folder, 'Restore');
  const dialog = page.getByRole('dialog', { name: 'Restore' });
  await dialog.getByText('2 objects, 9 B').waitFor();
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.goto(`${app.url}/jobs`);
  const job = page.getByRole('row').filter({ hasText: `Restore in/ in ${bucket} as of` });
  await job.getByText('2 done').waitFor();
  await page.goto(`${app.url}/buckets/${bucket}/browse/in/`);
  await browser.row('lost.txt').waitFor();
  await expect.poll(() => browser.names()).toEqual(['lost.txt', 'new.txt', 'notes.txt']);
  expect((await download(page, browser.row('notes.txt'))).content.toString()).toBe('first');
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
  await expect.poll(() => browser.names()).toEqual(['b.jpg', 'photos/2026/beach.jpg']);
  await page.getByText('2 found, 4 objects searched.').waitFor();
  await page.getByRole('button', { name: 'Clear search' }).click();

  await browser.row('a.txt').focus();
  await page.keyboard.type('b');
  await page.getByText('Showing names from “b” onwards.').waitFor();
  await page.keyboard.press('Enter');
  await browser.row('a.txt').waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'Edit the path' }).click();
  await page.keyboard.type(`s3://${bucket}/photos/`);
  await page.keyboard.press('Enter');
  await browser.row('gpj.[U+202E]exe').waitFor();
  expect(new URL(page.url()).pathname).toBe(`/buckets/${bucket}/browse/photos/`);
});

it('puts a folder of a later page to the others at the top, and the rows that are read stay where they are', async () => {
  const bucket = 'standing-still';
  const nameOf = (n: number) => `a${String(n).padStart(4, '0')}`;
  const names = Array.from({ length: 1040 }, (_, n) => nameOf(n));
  await putBucket(app.storage, bucket, Object.fromEntries([...names, 'z/x'].map((n) => [n, ''])));
  const { page } = await visitAsRoot(app, '/buckets');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/objects\?.*cursor=/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${app.url}/buckets/${bucket}/browse`);
  const browser = objectBrowser(page);
  await browser.row(nameOf(0)).waitFor();
  const next = page.waitForRequest(/\/objects\?.*cursor=/);
  const read = browser.row(nameOf(930));
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, 930 * 40));
      return read.isVisible();
    })
    .toBe(true);
  await next;
  const placeOf = async () => Math.round((await read.boundingBox())?.y ?? Number.NaN);
  const before = await placeOf();
  release();
  await page.getByRole('grid').and(page.locator('[aria-rowcount="1042"]')).waitFor();
  expect(await placeOf()).toBe(before);
  await page.evaluate(() => window.scrollTo(0, 0));
  // The row with keyboard focus is always rendered, so wait for its neighbours.
  await expect.poll(async () => (await browser.names()).slice(0, 2)).toEqual(['z', nameOf(0)]);
});
