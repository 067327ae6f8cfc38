import type { ListedUser } from '@stowage/contract/identity/users';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { userLoggedInKey, writeStored } from '#web/lib/client-state/local-storage.ts';
import { aSession } from '#web/testing/factories.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { fieldError } from '#web/testing/field-error.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { UsersPage } from './users-page.tsx';

const SECRET = 'a-long-secret';
const aUser = (accessKey: string, parts: Partial<ListedUser> = {}): ListedUser => ({
  ...{ accessKey, status: 'enabled', memberOf: [], policy: [] },
  ...parts,
});
const ALICE = aUser('alice', { memberOf: ['ops'], policy: ['readonly'] });
const policyEntry = (name: string) => ({ name, statements: 1, builtIn: false });

interface Options {
  readonly users?: readonly ListedUser[];
  readonly handlers?: Handlers;
  readonly allowedActions?: string[];
  readonly route?: string;
}

async function open(options: Options = {}) {
  const { users = [ALICE, aUser('bob')], allowedActions = ['admin:*'], route = '/users' } = options;
  const server = fakeServer({
    'identity.listUsers': () => ({ users: [...users], total: users.length }),
    'identity.listGroups': () => ({ groups: ['dev', 'ops'], total: 2 }),
    'identity.listPolicies': () => ({
      policies: ['readonly', 'writeonly'].map(policyEntry),
      total: 2,
    }),
    ...options.handlers,
  });
  const rendered = await renderScreen(<UsersPage />, {
    ...{ pattern: '/users', route },
    session: aSession({ allowedActions }),
  });
  return { ...rendered, server };
}

const row = (name: string) =>
  screen.findByRole('row', { name: new RegExp(`^(Select )?.*${name}`) });
const names = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent);
const button = (name: string) => screen.getByRole('button', { name });
const isRefused = (element: HTMLElement) => element.getAttribute('aria-disabled') === 'true';
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the list of users', () => {
  it('shows each user with what it is about [USERS-01, USERS-07, USERS-08]', async () => {
    await open();
    const alice = within(await row('alice'));
    expect(screen.getByRole('columnheader', { name: 'Access Key' })).toBeDefined();
    expect(alice.getByRole('checkbox')).not.toBeChecked();
    for (const text of ['Enabled', 'ops', 'readonly']) {
      expect(alice.getByText(text)).toBeDefined();
    }
    expect(names()).toEqual(['alice', 'bob']);
  });

  it('keeps those whose access key contains the text [USERS-02, USERS-03]', async () => {
    const { user, history } = await open({ users: ['alice', 'malik', 'bob'].map((n) => aUser(n)) });
    await row('bob');
    await user.type(screen.getByRole('searchbox', { name: 'Search Users' }), 'ali');
    await waitFor(() => expect(names()).toEqual(['alice', 'malik']));
    expect(history.location.search).toBe('?filter=ali');
    await user.type(screen.getByRole('searchbox', { name: 'Search Users' }), 'x');
    expect(await screen.findByText('No user matches “alix”.')).toBeDefined();
  });

  it('draws the rows on the screen only, of ten thousand, and finds one of them', async () => {
    const users = Array.from({ length: 10_000 }, (_, n) =>
      aUser(`user-${String(n).padStart(5, '0')}`),
    );
    const { user, server } = await open({ users });
    await screen.findByText('user-00000');
    expect(screen.getAllByText(/^user-/).length).toBeLessThan(200);
    await user.click(screen.getByLabelText('Search Users'));
    await user.paste('09876');
    await waitFor(() => expect(screen.queryByText('user-00000')).toBeNull());
    expect(screen.getAllByText(/^user-/).map(({ textContent }) => textContent)).toEqual([
      'user-09876',
    ]);
    expect(server.calls('identity.listUsers')).toHaveLength(1);
  });

  it('leads to a user by its view action, whatever its name is [USERS-09]', async () => {
    const { user, history } = await open({ users: [aUser('team/ops?#Ñ')] });
    await row('team/ops');
    await user.click(screen.getByRole('button', { name: /^View/ }));
    expect(decodeURIComponent(history.location.pathname)).toBe('/users/team/ops?#Ñ');
  });

  it('says what the empty list is for, and offers the next step [USERS-13]', async () => {
    const { user } = await open({ users: [] });
    await user.click(await screen.findByRole('button', { name: 'Create a User' }));
    await dialog('Create User');
  });

  it('says that a server without the Admin API offers no users', async () => {
    const detail = "This server does not offer MinIO's Admin API.";
    await open({ handlers: { 'identity.listUsers': () => fail('NotSupported', { detail }) } });
    const failure = await screen.findByRole('alert');
    expect(failure.textContent).toContain('The users could not be loaded');
    expect(failure.textContent).toContain('The connected storage server does not offer this.');
  });

  it('says where the users of a directory are managed', async () => {
    const { user } = await open({ users: [aUser('uid=ann,ou=people')] });
    expect(await screen.findByText(/come from a directory \(LDAP\)/)).toBeDefined();
    await row('uid=ann');
    await user.click(screen.getByRole('button', { name: /^Actions for/ }));
    expect((await screen.findByRole('menuitem', { name: /^Delete/ })).textContent).toContain(
      'Managed by a directory',
    );
  });

  it('offers what the account is allowed to, and says what is missing', async () => {
    await open({ allowedActions: ['admin:ListUsers'] });
    await row('alice');
    expect(isRefused(button('Create User'))).toBe(true);
    expect(isRefused(button('Add to Group'))).toBe(true);
  });
});

describe('deleting a user', () => {
  async function openMenu(options: Options = {}, name = 'alice') {
    const rendered = await open(options);
    await row(name);
    await rendered.user.click(screen.getByRole('button', { name: `Actions for ${name}` }));
    return { ...rendered, item: await screen.findByRole('menuitem', { name: /^Delete/ }) };
  }

  it('is asked for first, and takes the user out of the list [USERS-10, USERS-42, APIB-20]', async () => {
    let users = [ALICE, aUser('bob')];
    const { user, item, server } = await openMenu({
      handlers: {
        'identity.listUsers': () => ({ users, total: users.length }),
        'identity.deleteUser': () => {
          users = users.slice(1);
          return undefined;
        },
      },
    });
    await user.click(item);
    const confirm = await dialog('Delete User');
    expect(confirm.getByText(/The user alice and all of its service accounts/)).toBeDefined();
    await user.click(confirm.getByRole('button', { name: 'Delete' }));
    await noDialog();
    await waitFor(() => expect(names()).toEqual(['bob']));
    const [call] = server.calls('identity.deleteUser');
    expect(call).toMatchObject({ query: { name: 'alice' }, body: { id: 'alice' } });
  });

  it('is not offered for the own account, as this browser remembers it [USERS-11, USERS-12]', async () => {
    writeStored(userLoggedInKey, btoa('alice'));
    const { item, server } = await openMenu();
    expect(isRefused(item)).toBe(true);
    expect(item.textContent).toContain('This is your own account.');
    expect(server.calls('auth.getSession')).toEqual([]);
  });

  it('is done where somebody else was faster', async () => {
    const { user, item } = await openMenu({
      handlers: { 'identity.deleteUser': () => fail('NotFound') },
    });
    await user.click(item);
    await user.click((await dialog('Delete User')).getByRole('button', { name: 'Delete' }));
    await noDialog();
    expect(clientState().modalSnackBar?.message).toBe('The user alice was already deleted.');
  });

  it('shows a refusal of the server in its dialog', async () => {
    const { user, item } = await openMenu({
      handlers: { 'identity.deleteUser': () => fail('OwnAccount') },
    });
    await user.click(item);
    const confirm = await dialog('Delete User');
    await user.click(confirm.getByRole('button', { name: 'Delete' }));
    expect((await confirm.findByRole('alert')).textContent).toContain(
      'You cannot disable or delete',
    );
  });
});

describe('creating a user', () => {
  async function openDialog(handlers: Handlers = {}) {
    const rendered = await open({
      handlers: {
        'identity.createUser': ({ body }) => ({
          ...aUser(body.accessKey),
          ...{ hasPolicy: false, revision: 'r' },
        }),
        ...handlers,
      },
    });
    await row('alice');
    await rendered.user.click(button('Create User'));
    const create = await dialog('Create User');
    const fields = {
      accessKey: create.getByRole('textbox', { name: 'Access Key' }),
      secretKey: create.getByLabelText(/^Secret Key/),
      submit: create.getByRole('button', { name: 'Create' }),
    };
    return { ...rendered, create, ...fields };
  }

  it('sends keys, groups and policies once [USERS-06, USERS-34, USERS-35, APIB-18]', async () => {
    const { user, create, accessKey, secretKey, submit, server } = await openDialog();
    await user.type(accessKey, 'carol');
    await user.type(secretKey, SECRET);
    await user.click(await create.findByRole('checkbox', { name: 'ops' }));
    await user.click(await create.findByRole('checkbox', { name: 'writeonly' }));
    await user.click(submit);
    await noDialog();
    expect(server.calls('identity.createUser').map(({ body }) => body)).toEqual([
      { accessKey: 'carol', secretKey: SECRET, groups: ['ops'], policies: ['writeonly'] },
    ]);
    expect(clientState().modalSnackBar?.message).toBe('The user carol was created.');
    expect(server.calls('identity.listUsers')).toHaveLength(2);
  });

  it('needs an access key and a secret key [USERS-38, USERS-39]', async () => {
    const { user, accessKey, secretKey, submit, server } = await openDialog();
    expect(isRefused(submit)).toBe(true);
    await user.click(submit);
    expect(fieldError(accessKey)).toBe('Enter an access key.');
    expect(fieldError(secretKey)).toBe('Enter a secret key.');
    await user.type(accessKey, 'uid=x');
    expect(fieldError(accessKey)).toMatch(/^An access key has 3 to 256 characters/);
    expect(server.calls('identity.createUser')).toEqual([]);
  });

  it('refuses a short secret key [USERS-40]', async () => {
    const { user, accessKey, secretKey, submit, server } = await openDialog();
    await user.type(accessKey, 'carol');
    await user.type(secretKey, 'seven77');
    await user.click(submit);
    expect(fieldError(secretKey)).toBe('Passwords must be at least 8 characters long');
    expect(server.calls('identity.createUser')).toEqual([]);
    await user.type(secretKey, '8');
    expect(isRefused(submit)).toBe(false);
  });

  it('keeps what was entered when the name is taken, and says so at the field', async () => {
    const { user, create, accessKey, secretKey, submit } = await openDialog({
      'identity.createUser': () => fail('UserExists', { field: 'accessKey' }),
    });
    await user.type(accessKey, 'alice');
    await user.type(secretKey, SECRET);
    await user.click(submit);
    expect(await create.findByRole('alert')).toBeDefined();
    expect(fieldError(accessKey)).toContain('exists already');
    expect(secretKey).toHaveValue(SECRET);
  });

  it('forgets the secret with the dialog', async () => {
    const { user, create, secretKey, queryClient } = await openDialog();
    await user.type(secretKey, 'typed-and-forgotten');
    await user.click(create.getByRole('button', { name: 'Cancel' }));
    await user.click(await create.findByRole('button', { name: 'Discard changes' }));
    await noDialog();
    const held = [
      ...queryClient.getMutationCache().getAll(),
      ...queryClient.getQueryCache().getAll(),
    ];
    expect(JSON.stringify(held.map(({ state }) => state))).not.toContain('typed-and-forgotten');
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(
      'typed-and-forgotten',
    );
    await user.click(button('Create User'));
    const again = await dialog('Create User');
    expect(again.getByLabelText(/^Secret Key/)).toHaveValue('');
  });
});

describe('adding users to groups', () => {
  async function openDialog(handlers: Handlers = {}) {
    const rendered = await open({
      handlers: { 'identity.addUsersToGroups': () => undefined, ...handlers },
    });
    const { user } = rendered;
    await row('alice');
    await user.click(within(await row('alice')).getByRole('checkbox'));
    await user.click(within(await row('bob')).getByRole('checkbox'));
    await user.click(button('Add to Group'));
    return { ...rendered, bulk: await dialog('Add Users to Group') };
  }

  it('is offered once users are ticked [USERS-04, USERS-05]', async () => {
    const { user } = await open();
    await row('alice');
    expect(isRefused(button('Add to Group'))).toBe(true);
    await user.click(within(await row('alice')).getByRole('checkbox'));
    expect(isRefused(button('Add to Group'))).toBe(false);
  });

  it('needs a group [USERS-43, USERS-44]', async () => {
    const { user, bulk, server } = await openDialog();
    await user.click(bulk.getByRole('button', { name: 'Add' }));
    expect(bulk.getByText('You need to select at least one group to assign')).toBeDefined();
    expect(server.calls('identity.addUsersToGroups')).toEqual([]);
  });

  it('shows what was done, and clears the selection when it closes [USERS-45, USERS-46, APIB-21]', async () => {
    const { user, bulk, server } = await openDialog();
    await user.click(await bulk.findByRole('checkbox', { name: 'dev' }));
    await user.click(bulk.getByRole('button', { name: 'Add' }));
    expect(await bulk.findByText('The users were added to the groups.')).toBeDefined();
    const listed = (name: string) =>
      within(bulk.getByRole('list', { name }))
        .getAllByRole('listitem')
        .map((item) => item.textContent);
    expect(listed('Groups')).toEqual(['dev']);
    expect(listed('Selected Users')).toEqual(['alice', 'bob']);
    expect(server.calls('identity.addUsersToGroups').map(({ body }) => body)).toEqual([
      { users: ['alice', 'bob'], groups: ['dev'] },
    ]);
    await user.click(bulk.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await noDialog();
    expect(isRefused(button('Add to Group'))).toBe(true);
  });

  it('keeps the selection when the server refuses it', async () => {
    const { user, bulk } = await openDialog({
      'identity.addUsersToGroups': () =>
        fail('InvalidInput', { field: 'groups', detail: "There is no group 'dev'." }),
    });
    await user.click(await bulk.findByRole('checkbox', { name: 'dev' }));
    await user.click(bulk.getByRole('button', { name: 'Add' }));
    expect((await bulk.findByRole('alert')).textContent).toContain("There is no group 'dev'.");
    await user.click(bulk.getByRole('button', { name: 'Cancel' }));
    await user.click(await bulk.findByRole('button', { name: 'Discard changes' }));
    await noDialog();
    expect(isRefused(button('Add to Group'))).toBe(false);
  });
});
