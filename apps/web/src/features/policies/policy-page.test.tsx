import type { PolicyDetail } from '@stowage/contract/identity/policies';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { aSession } from '#web/testing/factories.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { PolicyPage } from './policy-page.tsx';

vi.mock('#web/ui/code-editor.tsx', () => import('#web/testing/plain-editor.tsx'));

const document = {
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Action: ['s3:GetObject', 's3:ListBucket'],
      Resource: ['arn:aws:s3:::photos/*'],
      Condition: { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } },
    },
    {
      Sid: 'NoDeletes',
      Effect: 'Deny',
      Action: 's3:DeleteObject',
      NotResource: 'arn:aws:s3:::tmp/*',
    },
    { Effect: 'Allow', NotAction: ['admin:*'] },
  ],
};
const aPolicy = (parts: Partial<PolicyDetail> = {}): PolicyDetail => ({
  name: 'a/b',
  policy: JSON.stringify(document),
  builtIn: false,
  updatedAt: '2026-01-02T03:04:05Z',
  revision: 'r1',
  ...parts,
});

async function open(section = '', handlers: Handlers = {}, accountName = 'root') {
  const server = fakeServer({
    'identity.getPolicy': () => aPolicy(),
    'identity.listPolicyUsers': () => ['ann', 'team/bob'],
    'identity.listUsers': () => ({ users: [], total: 0 }),
    'identity.listGroups': () => ({ groups: [], total: 0 }),
    'identity.listPolicyGroups': () => ['staff'],
    'buckets.list': () => ({ buckets: [], total: 0 }),
    ...handlers,
  });
  const route = `/policies/a/b${section && `?section=${section}`}`;
  const session = aSession({ allowedActions: ['admin:*'], accountName });
  const options = { route, pattern: '/policies/*', session };
  const rendered = await renderScreen(<PolicyPage />, options);
  return { ...rendered, server };
}

describe('the detail of a policy', () => {
  it('has its name, a way back and four sections [POLICY-03] [POLICY-16] [POLICY-17] [POLICY-20] [POLICY-21] [POLICY-22]', async () => {
    const { user, server } = await open();
    const menu = within(await screen.findByRole('navigation', { name: 'Sections of the policy' }));
    expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Summary',
      'Users',
      'Groups',
      'JSON',
    ]);
    expect(screen.getByRole('heading', { level: 2, name: 'a/b' })).toBeDefined();
    expect(screen.getByText('IAM Policy')).toBeDefined();
    const way = within(screen.getByRole('navigation', { name: /Breadcrumb/i }));
    expect(way.getByRole('link', { name: 'Policies' })).toHaveAttribute('href', '/policies');
    expect(server.calls('identity.getPolicy')[0]?.query).toEqual({ name: 'a/b' });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(server.calls('identity.getPolicy')).toHaveLength(2));
    await user.click(menu.getByRole('link', { name: 'Users' }));
    expect(await screen.findByRole('row', { name: /ann/ })).toBeDefined();
    await user.click(menu.getByRole('link', { name: 'Groups' }));
    expect(await screen.findByRole('row', { name: /staff/ })).toBeDefined();
  });

  it('lists each statement with effect, actions and resources [POLICY-23]', async () => {
    await open();
    const statement = async (name: string) =>
      (await screen.findByRole('listitem', { name })).textContent;
    expect(await statement('Statement 1')).toMatch(
      /EffectAllowActionss3:GetObjects3:ListBucketResourcesarn:aws:s3:::photos\/\*Conditionsaws:SourceIp IpAddress 10\.0\.0\.0\/8/,
    );
    expect(await statement('NoDeletes')).toMatch(
      /EffectDenyActionss3:DeleteObjectAll resources exceptarn:aws:s3:::tmp\/\*/,
    );
    expect(await statement('Statement 3')).toMatch(
      /All actions exceptadmin:\*.*The server as a whole/,
    );
  });

  it('lists and searches its users, and leads to each [POLICY-24] [POLICY-25] [POLICY-26]', async () => {
    const { user, history } = await open('users');
    await screen.findByRole('row', { name: /ann/ });
    await user.type(screen.getByRole('searchbox', { name: 'Search Users' }), 'BOB');
    await waitFor(() => expect(screen.queryByRole('row', { name: /ann/ })).toBeNull());
    expect(screen.getByRole('row', { name: /bob/ })).toBeDefined();
    expect(history.location.pathname).toBe('/policies/a/b');
  });

  it('lists and searches its groups, without actions [POLICY-27] [POLICY-28] [POLICY-29]', async () => {
    const { user } = await open('groups');
    const row = await screen.findByRole('row', { name: /staff/ });
    expect(within(row).queryByRole('button')).toBeNull();
    await user.type(screen.getByRole('searchbox', { name: 'Search Groups' }), 'x');
    await waitFor(() => expect(screen.queryByRole('row', { name: /staff/ })).toBeNull());
  });

  it('goes to the list after it was deleted [POLICY-18] [POLICY-19]', async () => {
    const { user, history, server } = await open('', { 'identity.deletePolicy': () => undefined });
    await user.click(await screen.findByRole('button', { name: 'Delete Policy' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Policy' }));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(history.location.pathname).toBe('/policies'));
    expect(server.calls('identity.deletePolicy')).toHaveLength(1);
  });

  it('is not found where there is none [POLICY-04]', async () => {
    await open('', { 'identity.getPolicy': () => fail('NotFound') });
    expect(await screen.findByRole('heading', { name: 'There is no policy a/b' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Show all policies' })).toBeDefined();
  });
});

describe('who has a policy', () => {
  it('is chosen among those who do not have it yet', async () => {
    const users = ['ann', 'carl', 'carla', 'd\u202eora'].map((accessKey) => ({
      ...{ accessKey, status: 'enabled' as const, memberOf: [], policy: [] },
    }));
    const { user, server } = await open('users', {
      'identity.listUsers': () => ({ users, total: users.length }),
      'identity.changePolicyHolders': () => ({ results: [] }),
    });
    await user.click(await screen.findByRole('button', { name: 'Attach to Users' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Attach to Users' }));
    const field = dialog.getByLabelText('Attach to', { selector: 'input' });
    await user.type(field, 'a');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(3));
    const offered = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(offered).toEqual(['carl', 'carla', 'd[U+202E]ora']);
    await user.click(screen.getByRole('option', { name: 'carla' }));
    await user.click(dialog.getByRole('button', { name: 'Apply' }));
    await waitFor(() =>
      expect(server.calls('identity.changePolicyHolders')[0]?.body).toMatchObject({
        attach: { users: ['carla'] },
      }),
    );
  });

  it('is changed for many at once, and says what did not work', async () => {
    const { user, server } = await open('users', {
      'identity.changePolicyHolders': ({ body }) => ({
        results: [...(body.attach.users ?? []), ...(body.detach.users ?? [])].map((name) => ({
          kind: 'user' as const,
          name,
          ...(name === 'nobody' && { error: 'There is no such user.' }),
        })),
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Attach to Users' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Attach to Users' }));
    const apply = dialog.getByRole('button', { name: 'Apply' });
    expect(apply).toBeDisabled();
    await user.type(
      dialog.getByLabelText('Attach to', { selector: 'input' }),
      'carl{Enter}nobody{Enter}',
    );
    await user.click(apply);
    expect(await dialog.findByText(/There is no such user/)).toBeDefined();
    expect(server.calls('identity.changePolicyHolders')[0]).toMatchObject({
      params: { name: 'a/b' },
      body: { attach: { users: ['carl', 'nobody'] } },
    });
  });
});

describe('the JSON of a policy', () => {
  const editor = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Policy' });
  const save = () => screen.getByRole('button', { name: 'Save' });
  const review = async () => within(await screen.findByRole('dialog', { name: /Save changes/ }));

  it('is shown in a code editor, cleared and saved after a look at what changes [POLICY-30] [POLICY-31] [POLICY-33] [POLICY-35] [API-57]', async () => {
    let stored = aPolicy();
    const { user, server } = await open('json', {
      'identity.getPolicy': () => stored,
      'identity.savePolicy': ({ body }) => {
        stored = aPolicy({ policy: body.policy, revision: 'r2' });
        return body;
      },
    });
    const text = await editor();
    expect(JSON.parse(text.value)).toEqual(document);
    expect(save()).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(text.value).toBe('');
    expect(save()).toBeDisabled();
    await user.click(text);
    await user.paste('  ');
    expect(save()).toBeDisabled();
    const changed = { ...document, Statement: document.Statement.slice(0, 2) };
    await user.clear(text);
    await user.paste(JSON.stringify(changed));
    await user.click(save());
    const dialog = await review();
    expect(dialog.getByText(/lines? change/)).toBeDefined();
    expect(dialog.getByText(/"NotAction"/)).toHaveTextContent('Removed line');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(clientState().modalSnackBar?.message).toBe('Policy successfully updated'),
    );
    expect(server.calls('identity.savePolicy')[0]).toMatchObject({
      query: { revision: 'r1' },
      body: { name: 'a/b', policy: JSON.stringify(changed, null, 2) },
    });
  });

  it.each([
    ['ann', true],
    ['carol', false],
  ])(
    'says before it is saved whether the account has it that is logged in: %s',
    async (name, has) => {
      const { user, server } = await open('json', {}, name);
      await user.clear(await editor());
      await user.paste('{}');
      await user.click(save());
      const dialog = await review();
      await waitFor(() => expect(server.calls('identity.listPolicyUsers')).toHaveLength(1));
      const own = () => dialog.queryByText(/Your own account has this policy/) !== null;
      await waitFor(() => expect(own()).toBe(has));
    },
  );

  it('is kept until somebody says so when another section is opened', async () => {
    const { user, history } = await open('json');
    await user.type(await editor(), ' ');
    await user.click(screen.getByRole('link', { name: 'Summary' }));
    expect(await screen.findByText('There are unsaved changes.')).toBeVisible();
    expect(history.location.search).toBe('?section=json');
  });

  it('cannot be saved twice at the same time [POLICY-32]', async () => {
    const answer = Promise.withResolvers<void>();
    const { user } = await open('json', {
      'identity.savePolicy': async ({ body }) => {
        await answer.promise;
        return body;
      },
    });
    await user.clear(await editor());
    await user.paste('{}');
    await user.click(save());
    const dialog = await review();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled());
    answer.resolve();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('cannot be cleared when it is built in [POLICY-34]', async () => {
    await open('json', { 'identity.getPolicy': () => aPolicy({ builtIn: true }) });
    await editor();
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
    expect(save()).toBeDefined();
  });

  it('is held to the state it shows: somebody else’s change is seen before it is replaced', async () => {
    let stored = aPolicy();
    const { user, server } = await open('json', {
      'identity.getPolicy': () => stored,
      'identity.savePolicy': ({ query, body }) =>
        query.revision === stored.revision ? body : fail('ChangedMeanwhile'),
    });
    await user.clear(await editor());
    await user.paste('{"Version":"2012-10-17","Statement":[]}');
    stored = aPolicy({ policy: '{"Version":"2012-10-17","Statement":["theirs"]}', revision: 'r9' });
    await user.click(save());
    const dialog = await review();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await user.click(await dialog.findByRole('button', { name: 'Load the new state' }));
    expect(await dialog.findByText(/Somebody else has changed this policy/)).toBeDefined();
    expect(dialog.getByText(/"theirs"/)).toHaveTextContent('Removed line');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls('identity.savePolicy').map(({ query }) => query.revision)).toEqual([
      'r1',
      'r9',
    ]);
  });

  it('says that it is gone where somebody has deleted it meanwhile, and keeps what was written', async () => {
    let isGone = false;
    const { user } = await open('json', {
      'identity.getPolicy': () => (isGone ? fail('NotFound') : aPolicy()),
      'identity.savePolicy': () => fail('NotFound'),
    });
    await user.clear(await editor());
    await user.paste('{"Version":"2012-10-17","Statement":[]}');
    isGone = true;
    await user.click(save());
    const dialog = await review();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    // The failing load must not be unhandled, which would fail the test as well.
    await user.click(await dialog.findByRole('button', { name: 'Load the new state' }));
    await waitFor(() => expect(clientState().modalSnackBar?.type).toBe('error'));
    expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false);
  });
});
