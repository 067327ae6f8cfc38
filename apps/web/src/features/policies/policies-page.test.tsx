import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { aSession } from '#web/testing/factories.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { fieldError } from '#web/testing/field-error.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { PoliciesPage } from './policies-page.tsx';

vi.mock('#web/ui/code-editor.tsx', () => import('#web/testing/plain-editor.tsx'));

const entry = (name: string, builtIn = false) => ({ name, statements: 2, builtIn });
const list = [entry('consoleAdmin', true), entry('uploads'), entry('photos/read')];

async function open(handlers: Handlers = {}, session = aSession(), route = '/policies') {
  const server = fakeServer({
    'identity.listPolicies': () => ({ policies: list, total: list.length }),
    'buckets.list': () => ({ buckets: [], total: 0 }),
    ...handlers,
  });
  const rendered = await renderScreen(<PoliciesPage />, { route, pattern: '/policies', session });
  return { ...rendered, server };
}

const menuOf = async (
  user: Awaited<ReturnType<typeof open>>['user'],
  name: RegExp,
  item: string | RegExp,
) => {
  const row = await screen.findByRole('row', { name });
  await user.click(within(row).getByRole('button', { name: /Actions|Options/ }));
  return screen.findByRole('menuitem', { name: item });
};
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the list of policies', () => {
  it('has a name column, a search box and the button to create [POLICY-01] [POLICY-05] [POLICY-06] [POLICY-07]', async () => {
    const { user } = await open();
    expect(screen.getByRole('heading', { name: 'IAM Policies' })).toBeDefined();
    expect(await screen.findByRole('columnheader', { name: /Name/ })).toBeDefined();
    expect(await screen.findByRole('link', { name: 'uploads' })).toHaveAttribute(
      'href',
      '/policies/uploads',
    );
    expect(screen.getByRole('button', { name: 'Create Policy' })).toBeDefined();
    await user.type(screen.getByRole('searchbox', { name: 'Search Policies' }), 'PHOTO');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'uploads' })).toBeNull());
    expect(screen.getByRole('link', { name: 'photos/read' })).toBeDefined();
  });

  it('asks for a thousand at most, and says when there are more [POLICY-09]', async () => {
    const { server } = await open({
      'identity.listPolicies': () => ({ policies: list, total: 1200 }),
    });
    await screen.findByRole('link', { name: 'uploads' });
    expect(server.calls('identity.listPolicies')[0]?.query).toMatchObject({ limit: 1000 });
    expect(screen.getByText('The first 1,000 of 1,200 policies are listed.')).toBeDefined();
  });

  it('opens and deletes a policy from its row [POLICY-08] [POLICY-15] [BADMIN-14]', async () => {
    const { user, server, history } = await open({ 'identity.deletePolicy': () => undefined });
    await user.click(await menuOf(user, /uploads/, 'Delete'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Policy' }));
    const left = list.filter(({ name }) => name !== 'uploads');
    server.use({ 'identity.listPolicies': () => ({ policies: left, total: left.length }) });
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await closed();
    await waitFor(() => expect(screen.queryByRole('row', { name: /uploads/ })).toBeNull());
    expect(server.calls('identity.deletePolicy')[0]?.query).toMatchObject({ name: 'uploads' });
    expect(clientState().modalSnackBar?.message).toBe('Policy deleted successfully');
    await user.click(await menuOf(user, /photos/, 'View'));
    expect(history.location.pathname).toBe('/policies/photos/read');
  });

  it('says who has a policy that cannot be deleted', async () => {
    const { user } = await open({
      'identity.deletePolicy': () => fail('PolicyInUse', { detail: 'Users: ann, bob.' }),
    });
    await user.click(await menuOf(user, /uploads/, 'Delete'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    const alert = await dialog.findByRole('alert');
    expect(alert).toHaveTextContent('The policy is in use.');
    expect(alert).toHaveTextContent('Users: ann, bob.');
  });

  it('explains policies and leads to more about them [POLICY-10]', async () => {
    await open();
    const help = within(await screen.findByRole('complementary'));
    expect(help.getByRole('heading', { name: 'Policy-based access control' })).toBeDefined();
    for (const link of help.getAllByRole('link')) {
      expect(link.getAttribute('href')).toMatch(/^https:/);
      expect(link).toHaveAttribute('target', '_blank');
    }
  });

  it('says what the account may not change', async () => {
    const { user } = await open({}, aSession({ allowedActions: ['admin:GetPolicy'] }));
    const create = screen.getByRole('button', { name: 'Create Policy' });
    expect(create).toHaveAttribute('aria-disabled', 'true');
    const remove = await menuOf(user, /uploads/, /^Delete/);
    expect(remove).toHaveTextContent('admin:DeletePolicy');
    expect(remove).toHaveAttribute('aria-disabled', 'true');
  });

  it('counts a policy as deleted that somebody else has deleted before', async () => {
    const { user } = await open({ 'identity.deletePolicy': () => fail('NotFound') });
    await user.click(await menuOf(user, /uploads/, 'Delete'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Policy' }));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await closed();
    expect(clientState().modalSnackBar?.message).toContain('was already deleted');
  });

  it('offers another try when it could not be loaded', async () => {
    let failing = true;
    const { user } = await open({
      'identity.listPolicies': () =>
        failing ? fail('StorageTimeout') : { policies: list, total: list.length },
    });
    const retry = await screen.findByRole('button', { name: 'Retry' });
    failing = false;
    await user.click(retry);
    expect(await screen.findByRole('link', { name: 'uploads' })).toBeDefined();
  });

  it('stays quick with a thousand', async () => {
    const policies = Array.from({ length: 1000 }, (_, n) => entry(`policy-${n}`));
    await open({ 'identity.listPolicies': () => ({ policies, total: 1000 }) });
    await screen.findByRole('link', { name: 'policy-0' });
    expect(screen.getAllByRole('row').length).toBeLessThan(100);
  });
});

describe('Create Policy', () => {
  const text = '{{"Version":"2012-10-17","Statement":[[]}';

  async function openDialog(handlers: Handlers = {}) {
    const rendered = await open(handlers);
    await screen.findByRole('link', { name: 'uploads' });
    await rendered.user.click(await screen.findByRole('button', { name: 'Create Policy' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Policy' }));
    await dialog.findByRole('textbox', { name: 'Policy' });
    const name = dialog.getByRole('textbox', { name: /Policy Name/ });
    const save = dialog.getByRole('button', { name: 'Save' });
    return {
      ...rendered,
      dialog,
      name,
      save,
      policy: dialog.getByRole('textbox', { name: 'Policy' }),
    };
  }

  it('has a name and a code editor and creates the policy [POLICY-11] [API-57] [POLICY-12] [POLICY-13]', async () => {
    const { user, server, name, policy, save, history } = await openDialog({
      'identity.savePolicy': ({ body }) => body,
    });
    expect(save).toBeDisabled();
    await user.type(name, 'fresh');
    expect(save).toBeDisabled();
    await user.type(policy, text);
    expect(save).not.toBeDisabled();
    await user.clear(name);
    expect(save).toBeDisabled();
    await user.type(name, '  ');
    expect(save).toBeDisabled();
    await user.clear(name);
    await user.type(name, 'fresh');
    await user.click(save);
    await closed();
    expect(server.calls('identity.savePolicy')[0]).toMatchObject({
      query: { revision: 'none' },
      body: { name: 'fresh', policy: '{"Version":"2012-10-17","Statement":[]}' },
    });
    expect(history.location.pathname).toBe('/policies/fresh');
  });

  it.each([
    ['a,b', /without commas/],
    [' a', /without leading or trailing spaces/],
    ['uploads', /exists already/],
  ])('refuses the name %j', async (written, said) => {
    const { user, name, save } = await openDialog();
    await user.type(name, written);
    expect(fieldError(name)).toMatch(said);
    expect(save).toBeDisabled();
  });

  it('shows at the fields what the server has against it, and keeps what was entered', async () => {
    let answer: 'PolicyExists' | 'InvalidInput' = 'PolicyExists';
    const { user, dialog, name, policy, save } = await openDialog({
      'identity.savePolicy': () =>
        answer === 'PolicyExists'
          ? fail('PolicyExists', { field: 'name' })
          : fail('InvalidInput', { field: 'policy', detail: 'There is no s3:FlyToMoon.' }),
    });
    await user.type(name, 'fresh');
    await user.type(policy, text);
    await user.click(save);
    await waitFor(() => expect(fieldError(name)).toMatch(/exists already/));
    answer = 'InvalidInput';
    await user.type(name, '-2');
    await user.click(save);
    expect(await dialog.findAllByText('There is no s3:FlyToMoon.')).toHaveLength(2);
    expect(name).toHaveValue('fresh-2');
  });
});
