import type { Group } from '@stowage/contract/identity/groups';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { aSession } from '#web/testing/factories.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { fieldError } from '#web/testing/field-error.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { GroupPage } from './group-page.tsx';
import { GroupsPage } from './groups-page.tsx';

const OPS: Group = {
  ...{ name: 'ops', members: ['alice'], status: 'enabled' },
  ...{ policy: 'diagnostics,readonly', revision: 'r1' },
};
const users = ['alice', 'bob', 'carol'].map((accessKey) => ({
  ...{ accessKey, status: 'enabled' as const, memberOf: [], policy: [] },
}));
const policyEntry = (name: string) => ({ name, statements: 1, builtIn: false });

function serverWith(parts: Partial<Group>, handlers: Handlers = {}) {
  let state: Group = { ...OPS, ...parts };
  return fakeServer({
    'identity.listGroups': () => ({ groups: ['dev', 'ops'], total: 2 }),
    'identity.getGroup': () => state,
    'identity.setGroup': ({ body }) => {
      state = { ...state, members: body.members, status: body.status, revision: 'r2' };
      return state;
    },
    'identity.setPolicies': ({ body }) => {
      state = { ...state, policy: body.name.join(','), revision: 'r2' };
      return undefined;
    },
    'identity.createGroup': () => undefined,
    'identity.deleteGroup': () => undefined,
    'identity.listUsers': () => ({ users, total: users.length }),
    'identity.listPolicies': () => ({
      policies: ['diagnostics', 'readonly', 'writeonly'].map(policyEntry),
      total: 3,
    }),
    ...handlers,
  });
}

async function openList(handlers: Handlers = {}, allowedActions = ['admin:*']) {
  const server = serverWith({}, handlers);
  const session = aSession({ allowedActions });
  const options = { pattern: '/groups', route: '/groups', session };
  return { ...(await renderScreen(<GroupsPage />, options)), server };
}

interface DetailOptions {
  readonly group?: Partial<Group>;
  readonly section?: string;
  readonly handlers?: Handlers;
  readonly accountName?: string;
}

async function openGroup({ group = {}, section, handlers, accountName }: DetailOptions = {}) {
  const server = serverWith(group, handlers);
  const query = section === undefined ? '' : `?section=${section}`;
  const route = pagePath('group', { groupName: group.name ?? 'ops' }, query);
  const session = aSession({ allowedActions: ['admin:*'], ...(accountName && { accountName }) });
  const options = { pattern: '/groups/:groupName+', route, session };
  return { ...(await renderScreen(<GroupPage />, options)), server };
}

const names = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent);
const button = (name: string) => screen.findByRole('button', { name });
const isRefused = (element: HTMLElement) => element.getAttribute('aria-disabled') === 'true';
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const snack = () => clientState().modalSnackBar;

describe('the list of groups', () => {
  it('has their names, and a search [GROUPS-01, GROUPS-02, GROUPS-04, APIB-10]', async () => {
    const { user } = await openList();
    expect(screen.getByRole('heading', { level: 1, name: 'Groups' })).toBeDefined();
    await waitFor(() => expect(names()).toEqual(['dev', 'ops']));
    expect(screen.getByRole('columnheader', { name: 'Name' })).toBeDefined();
    await user.type(screen.getByRole('searchbox', { name: 'Search Groups' }), 'op');
    await waitFor(() => expect(names()).toEqual(['ops']));
  });

  it('leads to a group, whatever its name is [GROUPS-05]', async () => {
    const groups = ['team/ops?#ü'];
    const { user, history } = await openList({
      'identity.listGroups': () => ({ groups, total: 1 }),
    });
    await user.click(await screen.findByRole('button', { name: /^View/ }));
    expect(decodeURIComponent(history.location.pathname)).toBe('/groups/team/ops?#ü');
  });

  it('deletes a group after asking, and says how many it is about [GROUPS-06, GROUPS-36, APIB-14]', async () => {
    const { user, server } = await openList();
    await user.click(await button('Actions for ops'));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const confirm = await dialog('Delete Group');
    expect(await confirm.findByText(/It has 1 member\./)).toBeDefined();
    await user.click(confirm.getByRole('button', { name: 'Delete' }));
    await noDialog();
    expect(server.calls('identity.deleteGroup')[0]?.query).toMatchObject({ name: 'ops' });
    expect(snack()?.message).toBe('The group ops was deleted.');
  });

  it('says what groups are for when there are none [GROUPS-07, GROUPS-08]', async () => {
    const { user } = await openList({ 'identity.listGroups': () => ({ groups: [], total: 0 }) });
    expect(
      await screen.findByText(/can have one attached policy.* inherited by its members/),
    ).toBeDefined();
    await user.click(await button('Create a Group'));
    await dialog('Create Group');
  });

  it('offers what the account is allowed to', async () => {
    await openList({}, ['admin:ListGroups']);
    expect(isRefused(await button('Create Group'))).toBe(true);
  });
});

describe('creating a group', () => {
  async function openDialog(handlers: Handlers = {}) {
    const rendered = await openList(handlers);
    await rendered.user.click(await button('Create Group'));
    const create = await dialog('Create Group');
    return { ...rendered, create, name: create.getByLabelText(/^Group Name/) };
  }

  it('sends its name and members [GROUPS-03, GROUPS-33, APIB-12]', async () => {
    const { user, create, name, server } = await openDialog();
    expect(create.queryByRole('switch')).toBeNull();
    await user.type(name, 'qa');
    await user.click(await create.findByRole('checkbox', { name: 'bob' }));
    await user.click(create.getByRole('button', { name: 'Create' }));
    await noDialog();
    expect(server.calls('identity.createGroup').map(({ body }) => body)).toEqual([
      { group: 'qa', members: ['bob'] },
    ]);
    expect(server.calls('identity.listGroups')).toHaveLength(2);
  });

  it('needs a name [GROUPS-35]', async () => {
    const { user, create, name, server } = await openDialog();
    await user.click(create.getByRole('button', { name: 'Create' }));
    expect(fieldError(name)).toBe('Enter a group name.');
    await user.type(name, 'a,b');
    expect(fieldError(name)).toMatch(/^A group name has at most 256 characters/);
    expect(server.calls('identity.createGroup')).toEqual([]);
  });

  it('says at its name that it is taken', async () => {
    const { user, create, name } = await openDialog({
      'identity.createGroup': () => fail('GroupExists', { field: 'group' }),
    });
    await user.type(name, 'ops');
    await user.click(create.getByRole('button', { name: 'Create' }));
    expect(await create.findByRole('alert')).toBeDefined();
    expect(fieldError(name)).toContain('exists already');
  });
});

describe('the page of a group', () => {
  it('has title, breadcrumb and tabs [GROUPS-09, GROUPS-10, GROUPS-11, GROUPS-17]', async () => {
    await openGroup({ group: { name: 'team/ops' } });
    expect(await screen.findByRole('heading', { level: 1, name: 'team/ops' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Groups' })).toHaveAttribute('href', '/groups');
    const menu = within(await screen.findByRole('navigation', { name: 'Sections of the group' }));
    expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Members',
      'Policies',
    ]);
  });

  it.each([
    ['enabled', 'Status: Enabled', 'Disable'],
    ['disabled', 'Status: Disabled', 'Enable'],
  ] as const)(
    'says of one that is %s: %s, and offers to %s [GROUPS-12, GROUPS-13, APIB-11]',
    async (status, text, action) => {
      await openGroup({ group: { status } });
      expect(await screen.findByText(text)).toBeDefined();
      expect(isRefused(await button(action))).toBe(false);
    },
  );

  it('switches the status by saving the group [GROUPS-29, APIB-13]', async () => {
    const { user, server } = await openGroup();
    await user.click(await button('Disable'));
    expect(await screen.findByText('Status: Disabled')).toBeDefined();
    expect(server.calls('identity.setGroup')[0]).toMatchObject({
      query: { name: 'ops', revision: 'r1' },
      body: { group: 'ops', members: ['alice'], status: 'disabled' },
    });
  });

  it('asks first where the own account is a member, whom MinIO would refuse everything', async () => {
    const { user, server } = await openGroup({ accountName: 'alice' });
    await user.click(await button('Disable'));
    const ask = await dialog('Disable Group');
    expect(ask.getByText(/from your own account/)).toBeDefined();
    expect(server.calls('identity.setGroup')).toHaveLength(0);
    await user.click(ask.getByRole('button', { name: 'Disable' }));
    expect(await screen.findByText('Status: Disabled')).toBeDefined();
  });

  it('warns whoever takes themselves out of it, deletes it or disables it', async () => {
    const { user } = await openGroup({ accountName: 'alice' });
    await user.click(await button('Edit Members'));
    const members = await dialog('Edit Members');
    expect(members.queryByText(/from your own account/)).toBeNull();
    await user.click(await members.findByRole('checkbox', { name: 'alice' }));
    expect(await members.findByText(/from your own account/)).toBeDefined();
    await user.click(members.getByRole('button', { name: 'Clear' }));
    expect(members.queryByText(/from your own account/)).toBeNull();
    await user.click(members.getByRole('button', { name: 'Cancel' }));
    await noDialog();
    await user.click(await button('Edit'));
    const edit = await dialog('Edit Group');
    await user.click(edit.getByRole('switch', { name: 'Enabled' }));
    expect(await edit.findByText(/from your own account/)).toBeDefined();
    await user.click(edit.getByRole('switch', { name: 'Enabled' }));
    await user.click(edit.getByRole('button', { name: 'Cancel' }));
    await noDialog();
    await user.click(await button('Delete Group'));
    const remove = await dialog('Delete Group');
    expect(await remove.findByText(/from your own account/)).toBeDefined();
  });

  it('shows in the snack bar that the status was not changed [GROUPS-30]', async () => {
    const { user } = await openGroup({
      handlers: { 'identity.setGroup': () => fail('AccessDenied') },
    });
    await user.click(await button('Disable'));
    await waitFor(() => expect(snack()).toMatchObject({ type: 'error' }));
    expect(screen.getByText('Status: Enabled')).toBeDefined();
  });

  it('is deleted by its icon, which leads back to the list [GROUPS-14, GROUPS-15, GROUPS-16]', async () => {
    const { user, history } = await openGroup();
    await user.click(await button('Delete Group'));
    await user.click((await dialog('Delete Group')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(history.location.pathname).toBe('/groups'));
  });

  it('counts as empty when it cannot be loaded, and nothing is done with it [GROUPS-32]', async () => {
    await openGroup({ handlers: { 'identity.getGroup': () => fail('StorageFailed') } });
    expect(await screen.findByText('This group has no members.')).toBeDefined();
    expect(
      screen.getByText(/could not be loaded\..*The storage server answered with an error\./),
    ).toBeDefined();
    expect(snack()).toBeNull();
    expect(isRefused(await button('Add Members'))).toBe(true);
    expect(screen.queryByRole('button', { name: 'Disable' })).toBeNull();
  });

  it('says that a group is no longer there', async () => {
    await openGroup({ handlers: { 'identity.getGroup': () => fail('NotFound') } });
    expect(await screen.findByText('There is no group ops')).toBeDefined();
    expect(snack()).toBeNull();
  });

  it('is edited with members and status [GROUPS-33, GROUPS-34]', async () => {
    const { user, server } = await openGroup();
    await user.click(await button('Edit'));
    const edit = await dialog('Edit Group');
    await user.click(edit.getByRole('switch', { name: 'Enabled' }));
    await user.click(await edit.findByRole('checkbox', { name: 'carol' }));
    await user.click(edit.getByRole('button', { name: 'Save' }));
    await noDialog();
    expect(server.calls('identity.setGroup')[0]?.body).toEqual({
      ...{ group: 'ops', members: ['alice', 'carol'], status: 'disabled' },
    });
  });
});

describe('the members of a group', () => {
  it('are listed by access key, and edited [GROUPS-18, GROUPS-19]', async () => {
    await openGroup();
    expect(await screen.findByRole('columnheader', { name: 'Access Key' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'alice' })).toHaveAttribute('href', '/users/alice');
    await button('Edit Members');
  });

  it('are added where there are none [GROUPS-20]', async () => {
    await openGroup({ group: { members: [] } });
    await button('Add Members');
  });

  it('are picked from the users; Clear goes back to those of the beginning [GROUPS-24, GROUPS-25, GROUPS-26, GROUPS-27]', async () => {
    const { user, server } = await openGroup();
    await user.click(await button('Edit Members'));
    const members = await dialog('Edit Members');
    expect(
      within(members.getByRole('list', { name: 'Selected Group' })).getByText('ops'),
    ).toBeDefined();
    const box = (name: string) => members.findByRole('checkbox', { name });
    await user.click(await box('bob'));
    await user.click(await box('alice'));
    await user.click(members.getByRole('button', { name: 'Clear' }));
    expect(await box('bob')).not.toBeChecked();
    expect(await box('alice')).toBeChecked();
    await user.type(members.getByRole('searchbox'), 'car');
    await user.click(await box('carol'));
    await user.click(members.getByRole('button', { name: 'Save' }));
    await noDialog();
    expect(server.calls('identity.setGroup')[0]?.body.members).toEqual(['alice', 'carol']);
  });

  it('may be saved without any [GROUPS-28]', async () => {
    const { user, server } = await openGroup();
    await user.click(await button('Edit Members'));
    const members = await dialog('Edit Members');
    await user.click(await members.findByRole('checkbox', { name: 'alice' }));
    expect(isRefused(members.getByRole('button', { name: 'Save' }))).toBe(false);
    await user.click(members.getByRole('button', { name: 'Save' }));
    await noDialog();
    expect(server.calls('identity.setGroup')[0]?.body.members).toEqual([]);
  });

  it('that could not be saved close the dialog and show the failure [GROUPS-31]', async () => {
    const { user } = await openGroup({
      handlers: { 'identity.setGroup': () => fail('ChangedMeanwhile') },
    });
    await user.click(await button('Edit Members'));
    const members = await dialog('Edit Members');
    await user.click(await members.findByRole('checkbox', { name: 'bob' }));
    await user.click(members.getByRole('button', { name: 'Save' }));
    await noDialog();
    expect(snack()).toMatchObject({
      type: 'error',
      message: expect.stringContaining('Somebody else'),
    });
  });
});

describe('the policies of a group', () => {
  it('are listed from its comma-separated text, and lead to their pages [GROUPS-21, GROUPS-22]', async () => {
    const { user, history } = await openGroup({ section: 'policies' });
    await waitFor(() => expect(names()).toEqual(['diagnostics', 'readonly']));
    const [view] = screen.getAllByRole('button', { name: /^View/ });
    await user.click(view as HTMLElement);
    expect(history.location.pathname).toBe('/policies/diagnostics');
  });

  it('are set as a whole [GROUPS-23, POLSET-02, POLSET-04, APIB-22]', async () => {
    const { user, server } = await openGroup({ section: 'policies' });
    await user.click(await button('Set Policies'));
    const set = await dialog('Set Policies');
    await user.click(await set.findByRole('checkbox', { name: 'writeonly' }));
    await user.click(set.getByRole('checkbox', { name: 'diagnostics' }));
    await user.click(set.getByRole('button', { name: 'Save' }));
    await noDialog();
    expect(server.calls('identity.setPolicies')[0]).toMatchObject({
      query: { revision: 'r1' },
      body: { name: ['readonly', 'writeonly'], entityName: 'ops', entityType: 'group' },
    });
    await waitFor(() => expect(names()).toEqual(['readonly', 'writeonly']));
  });
});
