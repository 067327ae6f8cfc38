import { beforeAll, describe, expect, it } from 'vitest';
import { targetKind } from '../targets/target.ts';
import { expectAccessible } from './support/accessibility.ts';
import { submitLogin, visitAsRoot } from './support/login-actions.ts';
import { untilTold } from './support/shell-actions.ts';
import { putBucket, putPolicy, putUser } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();
const ANN = { user: 'policy-ann', password: 'policy-ann-1' };

beforeAll(async () => {
  await putBucket(app.storage, 'explored', { 'public/a.txt': 'hello' });
  await putPolicy(app.storage, 'explored-readers', [
    {
      Effect: 'Allow',
      Action: ['s3:ListBucket', 's3:GetObject', 's3:GetBucketPolicy'],
      Resource: ['arn:aws:s3:::explored', 'arn:aws:s3:::explored/public/*'],
    },
  ]);
  await putUser(app.storage, ANN, ['explored-readers']);
});

describe('policies', () => {
  it('are written in an editor that knows the language, changed after a look, and deleted [POLICY-02] [POLICY-11] [POLICY-35]', async () => {
    const { page } = await visitAsRoot(app, '/policies/');
    await page.getByRole('heading', { name: 'IAM Policies' }).waitFor();
    await page.getByRole('button', { name: 'Create Policy' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Policy' });
    await dialog.getByLabel('Policy Name').fill('written');
    await dialog.getByRole('button', { name: 'Templates' }).click();
    await page.getByRole('menuitem', { name: 'Read a bucket' }).click();
    const editor = dialog.getByRole('textbox', { name: 'Policy', exact: true });
    await editor.getByText('"s3:ListBucket"').click();
    await page.keyboard.press('End');
    await page.keyboard.type(', "s3:GetBucketVers');
    const suggested = page.getByRole('option', { name: 's3:GetBucketVersioning' });
    // The list ignores clicks while it is still searching for more matches.
    const complete = async () => {
      await suggested.click({ timeout: 1000 }).catch(() => undefined);
      return editor.getByText('"s3:GetBucketVersioning"').count();
    };
    await expect.poll(complete).toBe(1);
    await dialog.getByText('No problems found.').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(`${app.url}/policies/written`);
    await page.getByText('s3:GetBucketVersioning').waitFor();
    await expectAccessible(page, 'policy');

    await page.getByRole('link', { name: 'JSON' }).click();
    const text = page.getByRole('textbox', { name: 'Policy', exact: true });
    await text.getByText('"s3:GetObject"').dblclick();
    await page.keyboard.type('Nothing');
    await page.getByText(/Unknown action/).waitFor();
    await page.keyboard.press('Control+z');
    await text.getByText('"s3:GetBucketVersioning"').dblclick();
    await page.keyboard.type('GetBucketTagging');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save' }).click();
    const review = page.getByRole('dialog', { name: /Save changes/ });
    await review.getByText('"s3:GetBucketVersioning"').waitFor();
    await expectAccessible(page, 'changes of a policy');
    await untilTold(page, 'Policy successfully updated', () =>
      review.getByRole('button', { name: 'Save' }).click(),
    );

    await page.getByRole('button', { name: 'Delete Policy' }).click();
    const confirm = page.getByRole('dialog', { name: 'Delete Policy' });
    await confirm.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.waitForURL(`${app.url}/policies`);
    await page.getByRole('link', { name: 'written', exact: true }).waitFor({ state: 'detached' });
  });
});

describe('a policy with NotAction', () => {
  it('leaves the list of policies readable on every server', async () => {
    const { page, watch } = await visitAsRoot(app, '/policies');
    await page.getByRole('button', { name: 'Create Policy' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Policy' });
    await dialog.getByLabel('Policy Name').fill('all-but-deletes');
    await dialog
      .getByRole('textbox', { name: 'Policy', exact: true })
      .fill(
        '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","NotAction":["s3:DeleteObject"],"Resource":["arn:aws:s3:::explored/*"]}]}',
      );
    const onMinio = targetKind() === 'minio';
    if (onMinio) watch.expectFailure({ status: 400, path: '/api/v1/policies' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    if (onMinio)
      await dialog
        .getByText(/does not support NotAction/)
        .first()
        .waitFor();
    else await page.waitForURL(`${app.url}/policies/all-but-deletes`);
    await page.goto(`${app.url}/policies`);
    await page.getByRole('link', { name: 'readonly', exact: true }).waitFor();
  });
});

describe('a policy for the resource *', () => {
  it('opens what it allows, however the server gives it back', async () => {
    const everywhere = { user: 'policy-everywhere', password: 'policy-everywhere-1' };
    await putPolicy(app.storage, 'everywhere', [
      { Effect: 'Allow', Action: ['s3:*'], Resource: ['*'] },
      { Effect: 'Allow', Action: ['admin:*'], Resource: ['*'] },
    ]);
    await putUser(app.storage, everywhere, ['everywhere']);
    const { page } = await app.visit();
    await page.goto(`${app.url}/login`);
    await submitLogin(page, everywhere.user, everywhere.password);
    await page.getByRole('link', { name: 'Buckets', exact: true }).click();
    await page.getByRole('button', { name: 'Create Bucket' }).waitFor();
    await page.getByRole('link', { name: 'IAM Policies' }).click();
    await page.getByRole('button', { name: 'Create Policy' }).waitFor();
    await page.goto(
      `${app.url}/access-explorer?kind=user&name=${everywhere.user}&action=s3:PutObject&bucket=explored&key=a`,
    );
    await page.getByRole('heading', { name: 'Allowed' }).waitFor();
  });
});

describe('the access explorer', () => {
  it('tells a user why something was denied, and an administrator who may do it where', async () => {
    const { page } = await app.visit();
    await page.goto(`${app.url}/access-explorer?action=s3:PutObject&bucket=explored&key=a`);
    await submitLogin(page, ANN.user, ANN.password);
    await page.getByRole('heading', { name: 'Denied' }).waitFor();
    await page.getByText('No statement allows it').waitFor();
    await page.getByRole('combobox', { name: 'Action' }).fill('s3:GetObject');
    await page.keyboard.press('Escape');
    await page.getByLabel('Object or prefix').fill('public/a.txt');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('heading', { name: 'Allowed' }).waitFor();
    await expectAccessible(page, 'answer of the access explorer');

    const root = await visitAsRoot(app, '/access-explorer?view=matrix&action=s3:GetObject');
    const cell = root.page
      .getByRole('row', { name: /policy-ann/ })
      .getByRole('link')
      .first();
    await expectAccessible(root.page, 'matrix of the access explorer');
    await cell.click();
    await root.page.getByRole('heading', { name: 'Depends on the object' }).waitFor();
    await root.page.getByRole('link', { name: 'explored-readers' }).waitFor();
  });
});
