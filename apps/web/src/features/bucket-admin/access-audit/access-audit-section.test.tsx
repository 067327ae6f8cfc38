import type { AuditGrant, AuditPolicy, AuditUser } from '@stowage/contract/bucket-admin/access';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aBucket } from '#web/testing/factories.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { openSections } from '../model/sections.ts';
import { AccessAuditSection } from './access-audit-section.tsx';

const path = '/buckets/photos/admin/access';

const allowReading: AuditGrant['because'][number] = {
  policy: 'readers',
  kind: 'group',
  group: 'guests',
  index: 1,
  sid: 'Look',
  effect: 'Allow',
  conditional: false,
  text: '{"Effect":"Allow","Action":["s3:GetObject"],"Resource":["arn:aws:s3:::photos/*"]}',
};

function aUser(parts: Partial<AuditUser> = {}): AuditUser {
  return {
    name: 'alice',
    enabled: true,
    groups: ['guests'],
    policies: ['writers'],
    grants: [{ ability: 'read', extent: 'all', because: [allowReading] }],
    ...parts,
  };
}

function aPolicy(parts: Partial<AuditPolicy> = {}): AuditPolicy {
  return {
    name: 'readers',
    policy: '{"Version":"2012-10-17","Statement":[]}',
    grants: [{ ability: 'read', extent: 'all', because: [allowReading] }],
    users: ['alice', 'bob'],
    groups: ['guests'],
    ...parts,
  };
}

interface Lists {
  readonly policies?: AuditPolicy[];
  readonly users?: AuditUser[];
  readonly anonymous?: AuditGrant[] | undefined;
}

interface Options {
  readonly query?: string;
  readonly allowedActions?: string[];
  readonly handlers?: Handlers;
}

async function open(lists: Lists = {}, options: Options = {}) {
  const { policies = [aPolicy()], users = [aUser()], anonymous } = lists;
  const server = fakeServer({
    'bucketAdmin.listBucketPolicies': () => ({
      policies,
      total: policies.length,
      ...(anonymous && { anonymous }),
    }),
    'bucketAdmin.auditBucketUsers': () => ({ users, total: users.length }),
    ...options.handlers,
  });
  const allowedActions = options.allowedActions ?? ['admin:*'];
  const rendered = await renderScreen(
    <AccessAuditSection bucket={aBucket({ name: 'photos', allowedActions })} />,
    { pattern: '/buckets/:bucketName/admin/*', route: `${path}${options.query ?? ''}` },
  );
  return { ...rendered, server };
}

const row = (name: string | RegExp) => screen.findByRole('row', { name });
const cells = async (name: string | RegExp) =>
  within(await row(name))
    .getAllByRole('cell')
    .slice(0, 5)
    .map((cell) => cell.textContent);
const rowNames = () => screen.queryAllByRole('rowheader').map((header) => header.textContent);

describe('the access audit of a bucket', () => {
  it('has a list of policies and a list of users [AUDITB-01]', async () => {
    const { user, history } = await open();
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Policies', 'Users']);
    await row(/readers/);
    expect(screen.getByRole('columnheader', { name: 'Policy' })).toBeDefined();
    await user.click(screen.getByRole('tab', { name: 'Users' }));
    await row(/alice/);
    expect(screen.queryByRole('row', { name: /^readers/ })).toBeNull();
    expect(history.location.search).toBe('?list=users');
  });

  it('shows in a matrix who may do what, in words', async () => {
    const grants: AuditGrant[] = [
      { ability: 'list', extent: 'all', because: [] },
      { ability: 'read', extent: 'all', because: [] },
      { ability: 'write', extent: 'part', because: [] },
    ];
    await open({ users: [aUser({ grants })] }, { query: '?list=users' });
    for (const name of ['User', 'List', 'Read', 'Write', 'Delete', 'Manage']) {
      expect(await screen.findByRole('columnheader', { name })).toBeDefined();
    }
    expect(await cells(/alice/)).toEqual(['all', 'all', 'part', 'none', 'none']);
    // Shown on narrow screens in place of the columns.
    expect(screen.getByText('List, Read · in part: Write')).toBeDefined();
  });

  it('tells where access comes from, and which users are disabled', async () => {
    await open(
      {
        users: [aUser(), aUser({ name: 'bob', enabled: false, groups: [], policies: ['a', 'b'] })],
      },
      { query: '?list=users' },
    );
    expect(within(await row(/alice/)).getByText('writers · in guests')).toBeDefined();
    const bob = within(await row(/bob/));
    expect(bob.getByText('a · b')).toBeDefined();
    expect(bob.getByText('disabled')).toBeDefined();
  });

  it('tells whom a policy is attached to', async () => {
    await open({ policies: [aPolicy(), aPolicy({ name: 'spare', users: [], groups: [] })] });
    expect(within(await row(/readers/)).getByText('2 users · 1 group')).toBeDefined();
    expect(within(await row(/spare/)).getByText('not attached')).toBeDefined();
  });

  it.each(['', '?list=users'])('begins with what anonymous users can do, at %j', async (query) => {
    const anonymous: AuditGrant[] = [{ ability: 'read', extent: 'part', because: [] }];
    await open({ anonymous }, { query });
    expect(await cells(/Anonymous users/)).toEqual(['none', 'part', 'none', 'none', 'none']);
    await row(/readers|alice/);
    expect(rowNames()[0]).toMatch(/^Anonymous users/);
  });

  it('says so when it cannot know what anonymous users can do', async () => {
    await open();
    expect(await screen.findByText(/anonymous access is not shown/)).toBeDefined();
    await row(/readers/);
    expect(screen.queryByRole('row', { name: /Anonymous users/ })).toBeNull();
  });

  it('filters by name, also in the address', async () => {
    const users = ['alice', 'bob', 'carol'].map((name) => aUser({ name }));
    const { user, history } = await open({ users }, { query: '?list=users&filter=CAR' });
    await row(/carol/);
    expect(rowNames()).toHaveLength(1);
    const filter = screen.getByRole('searchbox', { name: 'Filter by name' });
    expect(filter).toHaveValue('CAR');
    await user.clear(filter);
    await user.type(filter, 'bo');
    await waitFor(() => expect(rowNames()).toEqual([expect.stringContaining('bob')]));
    expect(history.location.search).toBe('?list=users&filter=bo');
    await user.type(filter, 'zzz');
    await screen.findByText('No name matches the filter');
    await user.click(screen.getByRole('button', { name: 'Clear the filter' }));
    await waitFor(() => expect(rowNames()).toHaveLength(3));
  });

  it('sorts by an ability, also in the address', async () => {
    const users = [
      aUser({ name: 'alice', grants: [] }),
      aUser({ name: 'bob', grants: [{ ability: 'delete', extent: 'all', because: [] }] }),
    ];
    const { user, history } = await open({ users }, { query: '?list=users&sort=-delete' });
    await row(/bob/);
    expect(rowNames()[0]).toMatch(/^bob/);
    await user.click(screen.getByRole('button', { name: 'User' }));
    await waitFor(() => expect(rowNames()[0]).toMatch(/^alice/));
    expect(history.location.search).toBe('?list=users');
  });

  it('draws few of 1,000 users', async () => {
    const users = Array.from({ length: 1000 }, (_, index) => aUser({ name: `user-${index}` }));
    await open({ users }, { query: '?list=users' });
    await row(/user-0/);
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '1001');
    expect(rowNames().length).toBeLessThan(60);
  });

  it('can be tried again when a list could not be loaded', async () => {
    const { user, server } = await open(
      {},
      {
        handlers: { 'bucketAdmin.listBucketPolicies': () => fail('StorageTimeout') },
      },
    );
    await screen.findByText('The policies could not be loaded');
    server.use({ 'bucketAdmin.listBucketPolicies': () => ({ policies: [aPolicy()], total: 1 }) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await row(/readers/);
  });

  it('shows the users although the policies cannot be loaded', async () => {
    await open(
      {},
      {
        query: '?list=users',
        handlers: { 'bucketAdmin.listBucketPolicies': () => fail('StorageTimeout') },
      },
    );
    await row(/alice/);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['', 'No policy applies to this bucket'],
    ['?list=users', 'No user can access this bucket'],
  ])('says when nobody is in a list: %j', async (query, title) => {
    await open({ policies: [], users: [] }, { query });
    expect(await screen.findByRole('heading', { name: title })).toBeDefined();
  });
});

describe('the details of a row', () => {
  const allowed = [
    allowReading,
    {
      ...allowReading,
      policy: 'writers',
      kind: 'user' as const,
      index: 0,
      sid: '',
      conditional: true,
    },
    {
      policy: 'bucket policy',
      kind: 'bucket' as const,
      index: 2,
      effect: 'Deny' as const,
      conditional: false,
      text: '{"Effect":"Deny","Action":["s3:GetObject"]}',
    },
  ];
  const users = [aUser({ grants: [{ ability: 'read', extent: 'part', because: allowed }] })];

  it('name each statement that allows or denies, where it stands and what it says', async () => {
    const { user, history } = await open({ users }, { query: '?list=users' });
    await user.click(within(await row(/alice/)).getByRole('link', { name: /alice/ }));
    const dialog = within(await screen.findByRole('dialog', { name: /alice/ }));
    expect(history.location.search).toBe('?list=users&open=user%3Aalice');
    expect(dialog.getByRole('heading', { name: /Read objects\s*part/ })).toBeDefined();
    const [group, own, bucket] = dialog.getAllByRole('listitem');
    expect(group).toHaveTextContent('Allowpolicy readers of the group guests, statement 2 “Look”');
    expect(own).toHaveTextContent('Allowpolicy writers, statement 1under conditions');
    expect(bucket).toHaveTextContent('Denybucket policy, statement 3');
    expect(within(group as HTMLElement).getByText(/"s3:GetObject"/)).toBeDefined();
    expect(dialog.getAllByText('No statement allows this.')).toHaveLength(4);
  });

  it('open by their address and go away when they are closed', async () => {
    const { user, history } = await open({ users }, { query: '?list=users&open=user%3Aalice' });
    await screen.findByRole('dialog', { name: /alice/ });
    await user.click(screen.getByRole('button', { name: 'Close the details' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(history.location.search).toBe('?list=users');
  });

  it('of a policy hold its document, its users and its groups', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `user-${index}`);
    await open({ policies: [aPolicy({ users: names })] }, { query: '?open=policy%3Areaders' });
    const dialog = within(await screen.findByRole('dialog', { name: /readers/ }));
    expect(dialog.getByText(/user-49 and 10 more/)).toBeDefined();
    expect(dialog.getByText('guests')).toBeDefined();
    expect(dialog.getByText(/"Version": "2012-10-17"/)).toBeDefined();
  });

  it('say when the list has nobody of that name', async () => {
    await open({}, { query: '?list=users&open=user%3Amallory' });
    const dialog = within(await screen.findByRole('dialog', { name: /mallory/ }));
    expect(dialog.getByRole('heading', { name: 'mallory is not in this list' })).toBeDefined();
  });

  it('show hostile names and statements as the text that they are', async () => {
    const name = '<img src=x onerror=alert(1)>';
    const hostile = aUser({
      name,
      grants: [
        { ability: 'read', extent: 'all', because: [{ ...allowReading, text: '{"a":"</pre><b>' }] },
      ],
    });
    await open(
      { users: [hostile] },
      { query: `?list=users&open=${encodeURIComponent(`user:${name}`)}` },
    );
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(name)).toBeDefined();
    expect(dialog.getByText('{"a":"</pre><b>')).toBeDefined();
    expect(document.querySelector('img')).toBeNull();
  });
});

describe('the permissions on the access audit', () => {
  it.each([
    [['admin:GetPolicy'], true],
    [['admin:ListUserPolicies'], true],
    [['admin:ListUsers'], true],
    [['admin:ListGroups'], false],
    [['s3:*'], false],
  ])('%j open the section: %s', (allowedActions, opened) => {
    expect(openSections({ allowedActions }, true).includes('access')).toBe(opened);
  });

  it.each([
    ['admin:GetPolicy', ['admin:ListUsers', 'admin:ListGroups']],
    ['admin:ListUsers', ['admin:GetPolicy', 'admin:ListGroups']],
    ['admin:ListGroups', ['admin:GetPolicy', 'admin:ListUsers']],
  ])('the users are not asked for without %s [AUDITB-02]', async (lacking, allowedActions) => {
    const { server } = await open({}, { query: '?list=users', allowedActions });
    await screen.findByText('Your account cannot see which users can access this bucket');
    expect(screen.getByText(new RegExp(`needs ${lacking}\\.`))).toBeDefined();
    expect(server.calls('bucketAdmin.auditBucketUsers')).toEqual([]);
  });

  it('the users show with all three, and the policies are not asked for [AUDITB-02] [AUDITB-03]', async () => {
    const allowedActions = ['admin:GetPolicy', 'admin:ListUsers', 'admin:ListGroups'];
    const { server, user } = await open({}, { allowedActions });
    await row(/alice/);
    await user.click(screen.getByRole('tab', { name: 'Policies' }));
    await screen.findByText('Your account cannot see which policies apply to this bucket');
    expect(screen.getByText(/needs admin:ListUserPolicies\./)).toBeDefined();
    expect(server.calls('bucketAdmin.listBucketPolicies')).toEqual([]);
  });

  it('the policies show with the permission on policies alone [AUDITB-03]', async () => {
    await open({}, { allowedActions: ['admin:ListUserPolicies'] });
    await row(/readers/);
  });
});
