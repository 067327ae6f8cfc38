import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { submitLogin, visitAsRoot } from './support/login-actions.ts';
import { untilTold } from './support/shell-actions.ts';
import { putUser } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();

/** A name that is difficult for URLs, lists and dialogs. */
const HARD = 'team/ops & Ñ 🦊';
const SECRET = 'first-secret-key';
const OTHER = { user: 'flow-other', password: 'flow-other-secret' };

beforeAll(async () => {
  await putUser(app.storage, OTHER, ['readonly']);
});

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });

async function openDialog(page: Page, button: string, title = button) {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = dialogOf(page, title);
  await dialog.waitFor();
  return dialog;
}

async function tick(page: Page, row: string) {
  await page
    .getByRole('row', { name: new RegExp(`^(Select )?.*${row}`) })
    .getByRole('checkbox')
    .check();
}

describe('users and groups', () => {
  it('are created, joined, given policies, disabled and deleted [USERS-43] [GROUPS-33]', async () => {
    const { page, watch } = await visitAsRoot(app, '/groups');
    watch.expectFailure({ status: 409, path: '/api/v1/users' });
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    const group = await openDialog(page, 'Create Group');
    await group.getByLabel(/^Group Name/).fill('flow/group');
    await group.getByRole('checkbox', { name: OTHER.user }).check();
    await group.getByRole('button', { name: 'Create', exact: true }).click();
    await group.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'flow/group' }).waitFor();

    await page.getByRole('link', { name: 'Users', exact: true }).click();
    const create = await openDialog(page, 'Create User');
    await create.getByLabel(/^Access Key/).fill(OTHER.user);
    await create.getByLabel(/^Secret Key/).fill(SECRET);
    await create.getByRole('button', { name: 'Create', exact: true }).click();
    // The server reports that the name is taken, in the banner and at the field.
    await create
      .getByRole('alert')
      .getByText('A user with this access key exists already.')
      .waitFor();
    await create.getByLabel(/^Access Key/).fill(HARD);
    await create.getByRole('checkbox', { name: 'writeonly' }).check();
    await create.getByRole('button', { name: 'Create', exact: true }).click();
    await create.waitFor({ state: 'hidden' });

    await tick(page, 'team/ops');
    const bulk = await openDialog(page, 'Add to Group', 'Add Users to Group');
    await bulk.getByRole('checkbox', { name: 'flow/group' }).check();
    await bulk.getByRole('button', { name: 'Add', exact: true }).click();
    await bulk.getByText('The users were added to the groups.').waitFor();
    await bulk.getByRole('button', { name: 'Close', exact: true }).last().click();
    await bulk.waitFor({ state: 'hidden' });

    await page.getByRole('link', { name: HARD }).click();
    await page.getByText('Status: Enabled').waitFor();
    await page.getByRole('link', { name: 'flow/group' }).waitFor();
    await expectAccessible(page, 'the page of a user');
    await page.getByRole('link', { name: 'Policies', exact: true }).click();
    const policies = await openDialog(page, 'Assign Policies', 'Set Policies');
    await policies.getByRole('checkbox', { name: 'readonly' }).check();
    await policies.getByRole('button', { name: 'Save' }).click();
    await policies.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'readonly', exact: true }).waitFor();

    const password = await openDialog(page, 'Change Password', 'Change User Password');
    await password.getByLabel(/^New Password/).fill('second-secret-key');
    await password.getByLabel('Type New Password Again').fill('second-secret-key');
    await password.getByRole('button', { name: 'Save' }).click();
    await password.waitFor({ state: 'hidden' });
    const visitor = await app.visit();
    await visitor.page.goto(`${app.url}/login`);
    await submitLogin(visitor.page, HARD, 'second-secret-key');
    await visitor.page.waitForURL(/\/(buckets|account)/);
    // Its further calls would be refused from this point.
    await visitor.page.close();

    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    await page.getByText('Status: Disabled').waitFor();
    const remove = await openDialog(page, 'Delete User');
    await remove.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.waitForURL(/\/users$/);
    await page.getByRole('link', { name: OTHER.user }).waitFor();
    await page.getByRole('link', { name: HARD }).waitFor({ state: 'detached' });

    await page.goto(`${app.url}/groups/flow/group`);
    await page.getByRole('link', { name: OTHER.user }).waitFor();
    const drop = await openDialog(page, 'Delete Group');
    await drop.getByText('It has 1 member.').waitFor();
    await drop.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.waitForURL(/\/groups$/);
    // Secrets were only sent in request bodies, and nothing of them remains.
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, location.href]),
    );
    expect(addresses.join('\n') + kept).not.toContain('secret-key');
    expect(addresses.length).toBeGreaterThan(20);
  });

  it('let an account change its own password, and keep its session [PASSWD-01]', async () => {
    const account = { user: 'flow-owner', password: 'flow-owner-secret' };
    await putUser(app.storage, account, ['readwrite']);
    const { page, watch } = await app.visit();
    watch.expectFailure({ status: 400, path: '/api/v1/account/change-password' });
    await page.goto(`${app.url}/login`);
    await submitLogin(page, account.user, account.password);
    await page.waitForURL(/\/buckets/);
    await page.goto(`${app.url}/account/change-password`);
    const dialog = dialogOf(page, 'Change Password');
    await dialog.getByLabel('Current Password').fill('not-my-password');
    await dialog.getByLabel(/^New Password/).fill('my-new-secret-key');
    await dialog.getByLabel('Type New Password Again').fill('my-new-secret-key');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('The current password is wrong.').waitFor();
    await dialog.getByLabel('Current Password').fill(account.password);
    await untilTold(page, 'Your password was changed.', () =>
      dialog.getByRole('button', { name: 'Save' }).click(),
    );
    await page.waitForURL(/\/account$/);
    // The session continues, and no passwords remain in the browser.
    await page.goto(`${app.url}/buckets`);
    await page.getByRole('heading', { level: 1, name: 'Buckets' }).waitFor();
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    );
    expect(kept).not.toContain('secret');
  });
});
