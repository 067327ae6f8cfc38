import type { User } from '@stowage/contract/identity/users';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { aSession } from '#web/testing/factories.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { fieldError } from '#web/testing/field-error.ts';
import { renderApp } from '#web/testing/render-app.tsx';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { UserPage } from './user-page.tsx';

const SECRET = 'a-new-long-secret';
const ALICE: User = {
  accessKey: 'alice',
  status: 'enabled',
  memberOf: ['ops'],
  policy: ['readonly'],
  hasPolicy: true,
  revision: 'r1',
};
const policyEntry = (name: string) => ({ name, statements: 1, builtIn: false });

interface Options {
  readonly user?: Partial<User>;
  readonly section?: string;
  readonly handlers?: Handlers;
  readonly allowedActions?: string[];
  readonly accountName?: string;
}

async function open({ user: parts, section, handlers, ...options }: Options = {}) {
  const { allowedActions = ['admin:*'], accountName = 'root' } = options;
  let state: User = { ...ALICE, ...parts };
  const server = fakeServer({
    'identity.getUser': () => state,
    'identity.setUser': ({ body }) => {
      const { status = state.status, groups = state.memberOf, policies = state.policy } = body;
      state = { ...state, status, memberOf: groups, policy: policies, revision: 'r2' };
      return state;
    },
    'identity.setPolicies': ({ body }) => {
      state = { ...state, policy: body.name, revision: 'r2' };
      return undefined;
    },
    'identity.changeUserPassword': () => undefined,
    'identity.deleteUser': () => undefined,
    'identity.listGroups': () => ({ groups: ['dev', 'ops'], total: 2 }),
    'identity.listPolicies': () => ({
      policies: ['readonly', 'writeonly'].map(policyEntry),
      total: 2,
    }),
    'serviceAccounts.listDetails': () => ({ serviceAccounts: [] }),
    'buckets.hasPermission': () => ({ permissions: [] }),
    ...handlers,
  });
  const query = section === undefined ? '' : `?section=${section}`;
  const rendered = await renderScreen(<UserPage />, {
    pattern: '/users/:userName+',
    route: pagePath('user', { userName: state.accessKey }, query),
    session: aSession({ allowedActions, accountName }),
  });
  return { ...rendered, server };
}

const button = (name: string) => screen.findByRole('button', { name });
const isRefused = (element: HTMLElement) => element.getAttribute('aria-disabled') === 'true';
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the page of a user', () => {
  it('has title, breadcrumb and sections [USERS-14, USERS-15, USERS-16, USERS-22]', async () => {
    const { history } = await open({ user: { accessKey: 'team/alice, née ?#' } });
    expect(
      await screen.findByRole('heading', { level: 1, name: 'team/alice, née ?#' }),
    ).toBeDefined();
    expect(screen.getByRole('link', { name: 'Users' })).toHaveAttribute('href', '/users');
    const menu = within(await screen.findByRole('navigation', { name: 'Sections of the user' }));
    const sections = menu.getAllByRole('link').map(({ textContent }) => textContent);
    expect(sections).toEqual(['Groups', 'Service Accounts', 'Policies']);
    expect(decodeURIComponent(history.location.pathname)).toBe('/users/team/alice, née ?#');
  });

  it.each([
    ['enabled', 'Status: Enabled'],
    ['disabled', 'Status: Disabled'],
  ] as const)('says of one that is %s: %s [USERS-17, USERS-18]', async (status, text) => {
    await open({ user: { status } });
    expect(await screen.findByText(text)).toBeDefined();
  });

  it('says that a user is no longer there, and leads to the others', async () => {
    await open({ handlers: { 'identity.getUser': () => fail('NotFound') } });
    expect(await screen.findByText('There is no user alice')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Show all users' })).toHaveAttribute('href', '/users');
  });

  it('is one of an area whose other addresses are no page [USERS-31]', async () => {
    renderApp({ route: '/users/%E0%A4%A' });
    expect(await screen.findByText('404 Not Found')).toBeDefined();
  });
});

describe('the status of a user', () => {
  it('is switched at once, and saved [USERS-19, USERS-32, USERS-36, APIB-19]', async () => {
    const { user, server } = await open();
    await user.click(await button('Disable'));
    expect(await screen.findByText('Status: Disabled')).toBeDefined();
    expect(server.calls('identity.setUser')[0]).toMatchObject({
      query: { name: 'alice', revision: 'r1' },
      body: { status: 'disabled' },
    });
    expect(server.calls('identity.setUser')[0]?.body).toEqual({ status: 'disabled' });
    await user.click(await button('Enable'));
    expect(await screen.findByText('Status: Enabled')).toBeDefined();
  });

  it('is not switched twice while it is being saved [USERS-33]', async () => {
    const { promise, resolve: finish } = Promise.withResolvers<void>();
    const { user, server } = await open({
      handlers: { 'identity.setUser': () => promise.then(() => ALICE) },
    });
    const toggle = await button('Disable');
    await user.click(toggle);
    await waitFor(() => expect(toggle).toBeDisabled());
    await user.click(toggle);
    finish();
    await waitFor(() => expect(toggle).not.toBeDisabled());
    expect(server.calls('identity.setUser')).toHaveLength(1);
  });

  it('shows on the page why it was refused', async () => {
    const { user } = await open({
      handlers: { 'identity.setUser': () => fail('ManagedElsewhere') },
    });
    await user.click(await button('Disable'));
    await waitFor(() =>
      expect(clientState().modalSnackBar).toMatchObject({
        type: 'error',
        message:
          'This user or group cannot be changed here: the storage server manages it elsewhere.',
      }),
    );
  });

  it('and the account itself are not taken from oneself', async () => {
    await open({ accountName: 'alice' });
    for (const name of ['Disable', 'Delete User', 'Change Password']) {
      expect(isRefused(await button(name)), name).toBe(true);
    }
  });

  it.each([
    ['admin:EnableUser', 'Disable'],
    ['admin:DeleteUser', 'Delete User'],
    ['admin:CreateUser', 'Change Password'],
    ['admin:AddUserToGroup', 'Add to Groups'],
  ])('needs %s for %s, and says so', async (action, name) => {
    const { user } = await open({ allowedActions: ['admin:GetUser'] });
    const refused = await button(name);
    expect(isRefused(refused)).toBe(true);
    await user.hover(refused);
    expect((await screen.findByRole('tooltip')).textContent).toContain(action);
  });
});

describe('the sections of a user', () => {
  it('list its groups, and Set Groups changes them [USERS-23, USERS-24, USERS-37, USERS-41]', async () => {
    const { user, server } = await open();
    expect(await screen.findByRole('link', { name: 'ops' })).toHaveAttribute('href', '/groups/ops');
    await user.click(await button('Add to Groups'));
    const set = await dialog('Set Groups');
    expect(await set.findByRole('checkbox', { name: 'ops' })).toBeChecked();
    await user.click(set.getByRole('checkbox', { name: 'dev' }));
    await user.click(set.getByRole('button', { name: 'Save' }));
    await noDialog();
    expect(await screen.findByRole('link', { name: 'dev' })).toBeDefined();
    expect(server.calls('identity.setUser')[0]).toMatchObject({
      query: { name: 'alice', revision: 'r1' },
    });
    expect(server.calls('identity.setUser')[0]?.body).toEqual({ groups: ['ops', 'dev'] });
  });

  it('load the new state where somebody else was faster', async () => {
    let fails = true;
    const { user, server } = await open({
      handlers: {
        'identity.setUser': () => {
          if (fails) fail('ChangedMeanwhile');
          return ALICE;
        },
      },
    });
    await user.click(await button('Add to Groups'));
    const set = await dialog('Set Groups');
    await user.click(await set.findByRole('checkbox', { name: 'dev' }));
    await user.click(set.getByRole('button', { name: 'Save' }));
    fails = false;
    await user.click(await set.findByRole('button', { name: 'Load the new state' }));
    await waitFor(() => expect(server.calls('identity.getUser').length).toBeGreaterThan(1));
    await waitFor(() => expect(set.getByRole('checkbox', { name: 'dev' })).not.toBeChecked());
  });

  it('list its service accounts [USERS-25, USERS-26]', async () => {
    const { server } = await open({ section: 'service-accounts' });
    expect(isRefused(await button('Create service account'))).toBe(false);
    expect(server.calls('serviceAccounts.listDetails')[0]?.query).toMatchObject({ user: 'alice' });
  });

  it('offer no service account to a user who has no policy [USERS-27]', async () => {
    const { user } = await open({
      section: 'service-accounts',
      user: { hasPolicy: false, policy: [] },
    });
    const create = await button('Create service account');
    expect(isRefused(create)).toBe(true);
    await user.hover(create);
    expect((await screen.findByRole('tooltip')).textContent).toContain('has no policy');
  });

  it('list its policies, which lead to their pages [USERS-28, USERS-30]', async () => {
    const { user, history } = await open({ section: 'policies' });
    expect(await screen.findByRole('row', { name: /readonly/ })).toBeDefined();
    await user.click(screen.getByRole('button', { name: /^View/ }));
    expect(history.location.pathname).toBe('/policies/readonly');
  });

  it('assign policies to it [USERS-29, POLSET-01, POLSET-03, POLSET-04, APIB-15, APIB-22]', async () => {
    const { user, server } = await open({ section: 'policies' });
    await user.click(await button('Assign Policies'));
    const set = await dialog('Set Policies');
    expect(await set.findByRole('checkbox', { name: 'readonly' })).toBeChecked();
    await user.click(set.getByRole('checkbox', { name: 'writeonly' }));
    await user.click(set.getByRole('button', { name: 'Save' }));
    await noDialog();
    expect(server.calls('identity.setPolicies')[0]).toMatchObject({
      query: { revision: 'r1' },
      body: { name: ['readonly', 'writeonly'], entityName: 'alice', entityType: 'user' },
    });
    expect(server.calls('identity.listPolicies')[0]?.query).toMatchObject({ limit: 1000 });
    expect(await screen.findByRole('row', { name: /writeonly/ })).toBeDefined();
  });

  it('warn whoever takes policies from their own account', async () => {
    const { user } = await open({ section: 'policies', accountName: 'alice' });
    await user.click(await button('Assign Policies'));
    const set = await dialog('Set Policies');
    await user.click(await set.findByRole('checkbox', { name: 'writeonly' }));
    expect(set.queryByText(/from your own account/)).toBeNull();
    await user.click(set.getByRole('checkbox', { name: 'readonly' }));
    expect(await set.findByText(/from your own account/)).toBeDefined();
  });

  it('show in the dialog why policies were refused', async () => {
    const { user } = await open({
      section: 'policies',
      handlers: { 'identity.setPolicies': () => fail('AccessDenied') },
    });
    await user.click(await button('Assign Policies'));
    const set = await dialog('Set Policies');
    await user.click(set.getByRole('button', { name: 'Save' }));
    expect((await set.findByRole('alert')).textContent).toContain('no permission');
  });
});

describe('editing a user', () => {
  async function openDialog(handlers: Handlers = {}) {
    const rendered = await open({ handlers });
    await rendered.user.click(await button('Edit'));
    const edit = await dialog('Edit User');
    return { ...rendered, edit, secret: edit.getByLabelText(/^New Secret Key/) };
  }

  it('sends status, groups and policies, and no secret [USERS-34, USERS-35, USERS-36]', async () => {
    const { user, edit, server } = await openDialog();
    await user.click(edit.getByRole('switch', { name: 'Enabled' }));
    await user.click(await edit.findByRole('checkbox', { name: 'writeonly' }));
    await user.click(edit.getByRole('button', { name: 'Save' }));
    await noDialog();
    expect(server.calls('identity.setUser').map(({ body }) => body)).toEqual([
      { status: 'disabled', groups: ['ops'], policies: ['readonly', 'writeonly'] },
    ]);
    expect(server.calls('identity.changeUserPassword')).toEqual([]);
  });

  it('checks a new secret when one is typed [USERS-40]', async () => {
    const { user, edit, secret, server } = await openDialog();
    await user.type(secret, 'seven77');
    await user.click(edit.getByRole('button', { name: 'Save' }));
    expect(fieldError(secret)).toBe('Passwords must be at least 8 characters long');
    await user.clear(secret);
    await user.type(secret, SECRET);
    await user.click(edit.getByRole('button', { name: 'Save' }));
    await noDialog();
    expect(JSON.stringify(server.calls('identity.setUser').map(({ body }) => body))).not.toContain(
      SECRET,
    );
    expect(server.calls('identity.changeUserPassword').map(({ body }) => body)).toEqual([
      { selectedUser: 'alice', newSecretKey: SECRET },
    ]);
  });

  it('shows at the fields what the server refuses', async () => {
    const { user, edit } = await openDialog({
      'identity.setUser': () =>
        fail('InvalidInput', { field: 'policies', detail: 'No such policy.' }),
    });
    await user.click(edit.getByRole('button', { name: 'Save' }));
    expect((await edit.findAllByText('No such policy.')).length).toBeGreaterThan(1);
  });
});

describe("a user's password", () => {
  async function openDialog(handlers: Handlers = {}) {
    const rendered = await open({ handlers });
    await rendered.user.click(await button('Change Password'));
    const change = await dialog('Change User Password');
    return {
      ...rendered,
      change,
      next: change.getByLabelText(/^New Password/),
      again: change.getByLabelText(/^Type New Password Again/),
      save: change.getByRole('button', { name: 'Save' }),
    };
  }

  it('is typed twice [USERS-21, PASSWD-05, PASSWD-06, APIB-09]', async () => {
    const { user, change, next, again, save, server } = await openDialog();
    expect(
      change.getAllByLabelText(/Password/).filter(({ tagName }) => tagName === 'INPUT'),
    ).toHaveLength(2);
    expect(isRefused(save)).toBe(true);
    await user.type(next, SECRET);
    expect(isRefused(save)).toBe(true);
    await user.type(again, `${SECRET}x`);
    expect(isRefused(save)).toBe(true);
    expect(fieldError(again)).toBe("New passwords don't match");
    await user.type(again, '{Backspace}');
    expect(isRefused(save)).toBe(false);
    await user.click(save);
    await noDialog();
    expect(server.calls('identity.changeUserPassword').map(({ body }) => body)).toEqual([
      { selectedUser: 'alice', newSecretKey: SECRET },
    ]);
  });

  it('has at least 8 characters; only the new one is checked [PASSWD-07, PASSWD-08]', async () => {
    const { user, next, again, save, server } = await openDialog();
    await user.type(next, 'seven77');
    await user.type(again, 'seven77');
    await user.click(save);
    expect(fieldError(next)).toBe('Passwords must be at least 8 characters long');
    expect(fieldError(again)).toBe('');
    expect(server.calls('identity.changeUserPassword')).toEqual([]);
  });

  it('stays in the dialog when the server refuses it, and is kept nowhere else', async () => {
    const { user, change, next, again, save, queryClient } = await openDialog({
      'identity.changeUserPassword': () =>
        fail('InvalidInput', { field: 'newSecretKey', detail: 'Too simple.' }),
    });
    await user.type(next, SECRET);
    await user.type(again, SECRET);
    await user.click(save);
    expect(await change.findByRole('alert')).toBeDefined();
    expect(fieldError(next)).toBe('Too simple.');
    await user.click(change.getByRole('button', { name: 'Cancel' }));
    await user.click(await change.findByRole('button', { name: 'Discard changes' }));
    await noDialog();
    await waitFor(() => expect(queryClient.getMutationCache().getAll()).toEqual([]));
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(SECRET);
  });
});

describe('deleting a user from its page', () => {
  it('leads back to the list [USERS-20, USERS-42]', async () => {
    const { user, history, server } = await open();
    await user.click(await button('Delete User'));
    await user.click((await dialog('Delete User')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(history.location.pathname).toBe('/users'));
    expect(server.calls('identity.deleteUser')).toHaveLength(1);
  });
});
