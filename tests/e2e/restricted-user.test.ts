import { beforeAll, describe, expect, it } from 'vitest';
import { bucketList } from './support/bucket-actions.ts';
import { askApi } from './support/bucket-admin-actions.ts';
import { submitLogin } from './support/login-actions.ts';
import { download, objectBrowser } from './support/object-actions.ts';
import { shellOf } from './support/shell-actions.ts';
import { putBucket, putReadingPolicy, putUser } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();

/** May list and read one bucket. */
const reader = { user: 'reader', password: 'reader-secret' };
/** Has the storage's built-in policy readonly: may read everything by name but list nothing. */
const fetcher = { user: 'fetcher', password: 'fetcher-secret' };

beforeAll(async () => {
  await putBucket(app.storage, 'archive', { 'report.txt': 'the report' });
  await putBucket(app.storage, 'salaries', { 'list.txt': 'secret' });
  await putReadingPolicy(app.storage, 'archive-readers', ['archive']);
  await putUser(app.storage, reader, ['archive-readers']);
  await putUser(app.storage, fetcher, ['readonly']);
});

async function visitAs(account: typeof reader, path: string) {
  const visit = await app.visit();
  await visit.page.goto(app.url + path);
  await submitLogin(visit.page, account.user, account.password);
  await visit.page.waitForURL(app.url + path);
  return visit;
}

describe('a user who may read one bucket', () => {
  it('sees the pages that the policy allows and no others [SHELL-07, SHELL-25]', async () => {
    const { page } = await visitAs(reader, '/buckets');
    await bucketList(page).bucket('archive').waitFor();
    const pages = await shellOf(page).pages();
    expect(pages.map((name) => name.trim().split('\n')[0])).toEqual([
      'Buckets',
      'Service Accounts',
      'Access Explorer',
      'Documentation',
    ]);
  });

  it('is led from a page that is not allowed to the first that is [SHELL-08] [SETTINGS-47]', async () => {
    const { page } = await visitAs(reader, '/buckets');
    for (const path of ['/users', '/groups', '/settings', '/settings/api', '/tiers']) {
      await page.goto(app.url + path);
      await page.waitForURL(`${app.url}/buckets`);
    }
  });

  it('sees that bucket alone and can create none [BUCKETS-09, BUCKETS-10]', async () => {
    const { page } = await visitAs(reader, '/buckets');
    const list = bucketList(page);
    await list.bucket('archive').waitFor();
    expect(await list.bucket('salaries').count()).toBe(0);
    expect(await list.create.count()).toBe(0);
  });

  it('can list and download, but neither upload nor delete [OBJ-29, OBJ-30, OBJ-31, OBJ-32]', async () => {
    const { page } = await visitAs(reader, '/buckets/archive/browse');
    const browser = objectBrowser(page);
    const row = browser.row('report.txt');
    const file = await download(page, row);
    expect(file.content.toString()).toBe('the report');
    expect(await browser.upload.count()).toBe(0);
    expect(await page.getByRole('button', { name: 'New path' }).count()).toBe(0);
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Download' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0);
  });

  it('is refused by the server what the screen does not offer', async () => {
    const { page, watch } = await visitAs(reader, '/buckets');
    watch.expectFailure({ status: 403, path: '/api/v1/buckets/archive' });
    const answer = await askApi(page, 'DELETE', '/buckets/archive');
    expect(answer).toMatchObject({ status: 403, body: { errorCode: 'AccessDenied' } });
  });
});

describe('a user who may read but not list', () => {
  it('is told so in place of an empty list', async () => {
    const { page, watch } = await visitAs(fetcher, '/buckets');
    watch.expectFailure({ status: 403, path: '/api/v1/buckets/archive/objects' });
    watch.expectFailure({ status: 403, path: '/api/v1/buckets/archive' });
    await bucketList(page).browse('archive').click();
    await page.getByText('You cannot see the objects of this bucket').waitFor();
  });
});
