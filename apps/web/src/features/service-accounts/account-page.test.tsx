import type { ServiceAccount } from '@stowage/contract/identity/service-accounts';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  anAccount,
  choose,
  row,
  serverWith,
} from '#web/entities/service-accounts/testing/service-accounts.ts';
import { aSession } from '#web/testing/factories.ts';
import { fail, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { AccountPage } from './account-page.tsx';

async function open(accounts: ServiceAccount[], handlers: Handlers = {}, pages = aSession().pages) {
  const server = serverWith(accounts, handlers);
  const session = aSession({ pages: [...pages] });
  const rendered = await renderScreen(<AccountPage />, { route: '/account', session });
  return { ...rendered, server };
}

describe('the page Account', () => {
  it('lists the service accounts of the own account in one column [SVCACCT-01] [SVCACCT-04]', async () => {
    const { server } = await open([
      anAccount({
        expiration: '2099-01-02T03:04:05Z',
        createdAt: '2026-01-02T03:04:05Z',
        lastUsed: '2026-02-03T12:00:00Z',
      }),
      anAccount({
        accessKey: 'OLDKEY',
        name: '',
        enabled: false,
        expiration: '2020-01-01T00:00:00Z',
      }),
    ]);
    const shown = await row();
    const about =
      'Backup · Expires 2 Jan 2099 · Last used 3 Feb 2026 · Created 2 Jan 2026 · nightly';
    expect(shown.getByText(about)).toBeDefined();
    const old = await row(/OLDKEY/);
    expect(old.getByText('Disabled')).toBeDefined();
    expect(old.getByText('Expired')).toBeDefined();
    // If a server reports nothing about usage, the page must not claim that there was none.
    expect(old.getByText('Expired 1 Jan 2020 · nightly')).toBeDefined();
    const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(headers.filter((text) => text !== '' && text !== 'Options')).toEqual([
      'Service Account',
    ]);
    expect(server.calls('serviceAccounts.listDetails')[0]?.query).toEqual({});
  });

  it('is searched by key, name and description [SVCACCT-02]', async () => {
    const { user } = await open([anAccount(), anAccount({ accessKey: 'OTHER', name: 'Web' })]);
    await row();
    await user.type(screen.getByRole('searchbox', { name: 'Search Service Accounts' }), 'web');
    await waitFor(() => expect(screen.queryByRole('row', { name: /BACKUPKEY/ })).toBeNull());
    await row(/OTHER/);
    await user.type(screen.getByRole('searchbox'), 'nothing');
    expect(await screen.findByText('No service account matches this search.')).toBeDefined();
  });

  it('has a button, a help card and a delete action [SVCACCT-03] [SVCACCT-05] [SVCACCT-06]', async () => {
    const { user } = await open([anAccount()]);
    await row();
    expect(screen.getByRole('button', { name: 'Create service account' })).toBeDefined();
    expect(screen.getByRole('complementary', { name: 'Service accounts' })).toBeDefined();
    await choose(user, 'Delete');
    await screen.findByRole('dialog', { name: 'Delete Service Account' });
  });

  it.each([
    [['/account', '/account/change-password'], 1],
    [['/account'], 0],
  ])(
    'leads to another password for sessions with %j: %i [SVCACCT-08] [SHELL-15]',
    async (pages, links) => {
      await open([], {}, pages);
      await screen.findByRole('heading', { name: 'There are no service accounts yet.' });
      expect(screen.queryAllByRole('link', { name: 'Change Password' })).toHaveLength(links);
    },
  );

  it('opens the change of the password from its header [SVCACCT-07]', async () => {
    const pages = ['/account', '/account/change-password'];
    const { user, history } = await open([], {}, pages);
    await user.click(await screen.findByRole('link', { name: 'Change Password' }));
    expect(history.location.pathname).toBe('/account/change-password');
  });

  it('draws what is hostile in a name as it is, and turns nothing', async () => {
    await open([anAccount({ name: 'a\u202egpj', description: '<b>x</b>' })]);
    expect((await row()).getByText(/a\[U\+202E\]gpj · .* · <b>x<\/b>/)).toBeDefined();
  });

  it('can be tried again where the list does not come', async () => {
    const { user, server } = await open([], {
      'serviceAccounts.listDetails': () => fail('StorageTimeout'),
    });
    await screen.findByText('The service accounts could not be loaded');
    server.use({ 'serviceAccounts.listDetails': () => ({ serviceAccounts: [anAccount()] }) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await row();
  });
});
