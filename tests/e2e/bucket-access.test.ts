import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { callApi } from './support/bucket-admin-actions.ts';
import { submitLogin, visitAsRoot } from './support/login-actions.ts';
import { chooseRule, ruleDialog, ruleRow } from './support/rule-actions.ts';
import { putBucket, putPolicy, putUser } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();
const rulesAt = (bucket: string) => `/buckets/${bucket}/admin/prefix`;
const auditAt = (bucket: string, query = '') => `/buckets/${bucket}/admin/access${query}`;
const api = (bucket: string) => `/bucket/${bucket}/access-rules`;
const readOf = async (bucket: string, key: string) =>
  (await fetch(`${app.storage.endpoint}/${bucket}/${key}`)).status;

const BUCKETS = ['opened', 'hostile', 'shared', 'refused', 'audited', 'seen'];
const WATCHER = { user: 'audit-watcher', password: 'audit-watcher-1' };

beforeAll(async () => {
  for (const bucket of BUCKETS) {
    await putBucket(app.storage, bucket, { 'public/a.txt': 'hello', 'secret/b.txt': 'hidden' });
  }
  const audited = { Resource: ['arn:aws:s3:::audited', 'arn:aws:s3:::audited/*'] };
  await putPolicy(app.storage, 'audit-readers', [
    { Sid: 'Look', Effect: 'Allow', Action: ['s3:ListBucket', 's3:GetObject'], ...audited },
    { Effect: 'Deny', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::audited/secret/*'] },
  ]);
  await putPolicy(app.storage, 'audit-watching', [
    {
      Effect: 'Allow',
      Action: ['s3:ListBucket', 's3:ListAllMyBuckets', 's3:GetBucketLocation'],
      Resource: ['arn:aws:s3:::*'],
    },
    { Effect: 'Allow', Action: ['admin:ListUserPolicies', 'admin:ListUsers'] },
  ]);
  await putUser(app.storage, { user: 'audit-anna', password: 'audit-anna-1' }, ['audit-readers']);
  await putUser(app.storage, WATCHER, ['audit-watching']);
});

describe('the access rules of a bucket', () => {
  it('open a prefix to anonymous users, and close it again [ACCESS-01] [ACCESS-02] [ACCESS-03] [ACCESS-05]', async () => {
    const { page } = await visitAsRoot(app, rulesAt('opened'));
    await page.getByText('There are no access rules yet.').waitFor();
    expect(await readOf('opened', 'public/a.txt')).toBe(403);

    const add = await ruleDialog(page, 'Add Access Rule');
    const submit = add.getByRole('button', { name: 'Add', exact: true });
    for (const bad of ['', '   ', 'a*b', 'a?', `\${aws:username}`]) {
      await add.getByLabel('Prefix').fill(bad);
      expect(await submit.isDisabled(), bad).toBe(true);
    }
    await add.getByLabel('Prefix').fill('public/');
    await submit.click();
    await add.waitFor({ state: 'hidden' });
    await ruleRow(page, 'public/').getByText('readonly', { exact: true }).waitFor();
    expect(await readOf('opened', 'public/a.txt')).toBe(200);
    expect(await readOf('opened', 'secret/b.txt')).toBe(403);

    const edit = await chooseRule(page, 'public/', 'Edit', 'Edit Access Rule');
    await edit.getByRole('radio', { name: 'writeonly' }).check();
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.waitFor({ state: 'hidden' });
    await page.reload();
    await ruleRow(page, 'public/').getByText('writeonly', { exact: true }).waitFor();
    expect(await readOf('opened', 'public/a.txt')).toBe(403);

    const remove = await chooseRule(page, 'public/', 'Delete', 'Delete Access Rule');
    await remove.getByRole('button', { name: 'Delete' }).click();
    await remove.waitFor({ state: 'hidden' });
    await page.getByText('There are no access rules yet.').waitFor();
  });

  it('take hostile prefixes as the names that they are', async () => {
    const { page } = await visitAsRoot(app, rulesAt('hostile'));
    for (const prefix of ['<img src=x onerror=alert(1)>/', '"},{"Effect":"Allow"', 'ключ/ &%2F#']) {
      const dialog = await ruleDialog(page, 'Add Access Rule');
      await dialog.getByLabel('Prefix').fill(prefix);
      await dialog.getByRole('radio', { name: 'readwrite' }).check();
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await dialog.waitFor({ state: 'hidden' });
      await ruleRow(page, prefix).waitFor();
    }
    expect(await page.locator('main img').count()).toBe(0);
    const remove = await chooseRule(page, '"},{"Effect"', 'Delete', 'Delete Access Rule');
    await remove.getByRole('button', { name: 'Delete' }).click();
    await remove.waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByRole('row').count()).toBe(3);
  });

  it('are not changed over somebody else’s change', async () => {
    const first = await visitAsRoot(app, rulesAt('shared'));
    const { page, watch } = first;
    watch.expectFailure({ status: 409, path: api('shared') });
    // Both add a rule for the same prefix.
    const add = await ruleDialog(page, 'Add Access Rule');
    await add.getByLabel('Prefix').fill('inbox/');
    expect(
      await callApi(page, 'PUT', api('shared'), { prefix: 'inbox/', access: 'writeonly' }),
    ).toBe(200);
    await add.getByRole('button', { name: 'Add', exact: true }).click();
    await add.getByRole('button', { name: 'Load the new state' }).click();
    await add.getByText('There is already a rule for this prefix.').first().waitFor();
    await add.getByRole('button', { name: 'Cancel' }).click();
    await add.getByRole('button', { name: 'Discard changes' }).click();
    await ruleRow(page, 'inbox/').getByText('writeonly', { exact: true }).waitFor();
    // One edits a rule that the other has changed.
    const edit = await chooseRule(page, 'inbox/', 'Edit', 'Edit Access Rule');
    await callApi(page, 'PUT', api('shared'), { prefix: 'inbox/', access: 'readwrite' });
    await edit.getByRole('radio', { name: 'readonly' }).check();
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.getByRole('button', { name: 'Load the new state' }).click();
    await expect.poll(() => edit.getByRole('radio', { name: 'readwrite' }).isChecked()).toBe(true);
    await edit.getByRole('button', { name: 'Cancel' }).click();
    await edit.waitFor({ state: 'hidden' });
    // One deletes a rule that the other has deleted.
    const remove = await chooseRule(page, 'inbox/', 'Delete', 'Delete Access Rule');
    await callApi(page, 'DELETE', api('shared'), { prefix: 'inbox/' });
    await remove.getByRole('button', { name: 'Delete' }).click();
    await remove.getByRole('button', { name: 'Load the new state' }).click();
    await remove.waitFor({ state: 'hidden' });
    await page.getByText('There are no access rules yet.').waitFor();
  });

  it('show in the dialog what the server refuses', async () => {
    const { page, watch } = await visitAsRoot(app, rulesAt('refused'));
    watch.expectFailure({ status: 400, path: api('refused') });
    for (let i = 0; i < 12; i += 1) {
      const body = { prefix: `${'x'.repeat(1000)}${i}`, access: 'readonly' };
      if ((await callApi(page, 'PUT', api('refused'), body)) !== 200) break;
    }
    const dialog = await ruleDialog(page, 'Add Access Rule');
    await dialog.getByLabel('Prefix').fill(`${'y'.repeat(1000)}/`);
    for (let i = 0; i < 12; i += 1) {
      const body = { prefix: `${'z'.repeat(1000)}${i}`, access: 'readonly' };
      if ((await callApi(page, 'PUT', api('refused'), body)) !== 200) break;
    }
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByLabel('Prefix').inputValue()).toMatch(/^y+\/$/);
    expect(await dialog.getByLabel('Prefix').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('the access audit of a bucket', () => {
  it('tells who may do what, and by which statements [AUDITB-01]', async () => {
    const { page } = await visitAsRoot(app, auditAt('audited'));
    await callApi(page, 'PUT', api('audited'), { prefix: 'public/', access: 'readonly' });
    await page.reload();
    const anonymous = page.getByRole('row', { name: /^Anonymous users/ });
    await anonymous.waitFor();
    expect(await anonymous.getByRole('gridcell').nth(1).textContent()).toBe('part');
    const policy = page.getByRole('row', { name: /^audit-readers/ });
    const cells = async () => (await policy.getByRole('gridcell').allTextContents()).slice(0, 5);
    await expect.poll(cells).toEqual(['all', 'part', 'none', 'none', 'none']);
    await page.getByRole('tab', { name: 'Users' }).click();
    await page.getByRole('row', { name: /^audit-anna/ }).waitFor();
    await page.getByRole('searchbox', { name: 'Filter by name' }).fill('ANNA');
    await page.getByRole('link', { name: /audit-anna/ }).click();
    const details = page.getByRole('dialog', { name: /audit-anna/ });
    await details.getByText('policy audit-readers, statement 1 “Look”').first().click();
    await details.getByText('"Sid": "Look"').first().waitFor();
    await details.getByText('policy audit-readers, statement 2').first().waitFor();
    // The URL restores the whole view.
    await page.reload();
    await details.getByRole('heading', { name: /Read objects/ }).waitFor();
    await details.getByRole('button', { name: 'Close the details' }).click();
    await details.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).search).toBe('?list=users&filter=ANNA');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
  });

  it('shows each list to those who may see it [AUDITB-02] [AUDITB-03]', async () => {
    const { page } = await app.visit();
    await page.goto(`${app.url}${auditAt('audited')}`);
    await submitLogin(page, WATCHER.user, WATCHER.password);
    await page.getByRole('row', { name: /^audit-readers/ }).waitFor();
    await page.getByText(/anonymous access is not shown/).waitFor();
    await page.getByRole('tab', { name: 'Users' }).click();
    await page.getByText(/needs admin:GetPolicy, admin:ListGroups/).waitFor();
  });
});

describe.each([
  { width: 1280, height: 800 },
  { width: 320, height: 640 },
])('at $width pixels', (viewport) => {
  it.each(['light', 'dark'] as const)(
    'everybody can use the screens in the %s scheme',
    async (colorScheme) => {
      const { page } = await visitAsRoot(app, rulesAt('seen'), { viewport, colorScheme });
      await callApi(page, 'PUT', api('seen'), {
        prefix: `${'long-'.repeat(40)}/`,
        access: 'readonly',
      });
      await page.reload();
      await ruleRow(page, 'long-').waitFor();
      await expectAccessible(page, 'the access rules');
      await ruleDialog(page, 'Add Access Rule');
      await expectAccessible(page, 'the dialog Add Access Rule');
      await page.goto(`${app.url}${auditAt('seen', '?list=users')}`);
      await page.getByRole('row', { name: /Anonymous users/ }).waitFor();
      await expectAccessible(page, 'the access audit');
      await page.goto(`${app.url}${auditAt('audited', '?open=policy:audit-readers')}`);
      await page
        .getByRole('dialog', { name: /audit-readers/ })
        .getByText('“Look”')
        .first()
        .click();
      await expectAccessible(page, 'the details of the access audit');
    },
  );
});
