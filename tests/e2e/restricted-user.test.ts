import { beforeAll, expect, it } from 'vitest';
import { bucketList } from './support/bucket-actions.ts';
import { submitLogin } from './support/login-actions.ts';
import { objectBrowser } from './support/object-actions.ts';
import { shellOf } from './support/shell-actions.ts';
import { putBucket, putUser } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();
const reader = { user: 'reader', password: 'reader-secret' };

beforeAll(async () => {
  await putBucket(app.storage, 'archive', { 'report.txt': 'the report' });
  await putUser(app.storage, reader, ['readonly']);
});

async function logInAsReader(path: string) {
  const visit = await app.visit();
  await visit.page.goto(app.url + path);
  await submitLogin(visit.page, reader.user, reader.password);
  await visit.page.waitForURL(app.url + path);
  return visit;
}

it('shows the pages that the policy allows and no others [SHELL-07, SHELL-25]', async () => {
  const { page } = await logInAsReader('/buckets');
  await bucketList(page).bucket('archive').waitFor();
  const pages = await shellOf(page).pages();
  expect(pages.map((name) => name.trim().split('\n')[0])).toEqual(['Buckets', 'Documentation']);
});

it('leads from a page that is not allowed to the first that is [SHELL-08]', async () => {
  const { page } = await logInAsReader('/buckets');
  await page.goto(`${app.url}/users`);
  await page.waitForURL(`${app.url}/buckets`);
});

it('offers nothing that the storage would refuse [BUCKETS-09, BUCKETS-10, OBJ-30, OBJ-32]', async () => {
  const { page } = await logInAsReader('/buckets');
  const list = bucketList(page);
  await list.bucket('archive').waitFor();
  expect(await list.create.count()).toBe(0);
  await list.browse('archive').click();
  const browser = objectBrowser(page);
  await browser.row('report.txt').waitFor();
  expect(await browser.upload.isEnabled({ timeout: 100 }).catch(() => false)).toBe(false);
  expect(await browser.deleteSelected.isEnabled({ timeout: 100 }).catch(() => false)).toBe(false);
});
