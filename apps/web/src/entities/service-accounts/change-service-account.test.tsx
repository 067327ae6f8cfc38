import type { ServiceAccount } from '@stowage/contract/identity/service-accounts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { fail, type Handlers } from '#web/testing/fake-server.ts';
import { fieldError } from '#web/testing/field-error.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ServiceAccountsSection } from './service-accounts-section.tsx';
import {
  anAccount,
  choose,
  dialogGone,
  openCreate,
  POLICY,
  row,
  serverWith,
} from './testing/service-accounts.ts';

vi.mock('#web/ui/code-editor.tsx', () => import('#web/testing/plain-editor.tsx'));

async function open(accounts: ServiceAccount[], handlers: Handlers = {}, canEdit = true) {
  const server = serverWith(accounts, handlers, canEdit);
  return { ...(await renderScreen(<ServiceAccountsSection />)), server };
}

describe('the dialog Edit Service Account', () => {
  const details = {
    ...anAccount({ ownPolicy: true }),
    parent: 'root',
    policy: POLICY,
    inheritedPolicies: 0,
    revision: 'r1',
  };

  it('is for those whom the server lets change keys [SVCACCT-14]', async () => {
    const { user, server } = await open([anAccount()], {}, false);
    await user.click((await row()).getByRole('button', { name: /^Actions for/ }));
    await screen.findByRole('menuitem', { name: 'Delete' });
    expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull();
    expect(server.calls('buckets.hasPermission')[0]?.body.actions[0]?.action).toBe(
      'admin:UpdateServiceAccount',
    );
  });

  it('stays closed where another dialog was asked for while it was loading', async () => {
    const loaded = Promise.withResolvers<typeof details>();
    const { user, server } = await open([anAccount()], {
      'serviceAccounts.get': () => loaded.promise,
    });
    await choose(user, 'Edit');
    await waitFor(() => expect(server.calls('serviceAccounts.get')).toHaveLength(1));
    await openCreate(user);
    await act(async () => loaded.resolve(details));
    expect(screen.getByRole('dialog', { name: 'Create Service Account' })).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Edit Service Account' })).toBeNull();
  });

  it('sends what was changed, and the state it is based on', async () => {
    const { user, server } = await open([anAccount()], {
      'serviceAccounts.get': () => details,
      'serviceAccounts.update': () => details,
    });
    await choose(user, 'Edit');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Service Account' }));
    const name = await dialog.findByRole('textbox', { name: 'Name' });
    expect(await dialog.findByLabelText('Policy (JSON)')).toHaveValue(POLICY);
    await user.clear(name);
    expect(fieldError(name)).toBe('The storage server cannot remove it. Enter a different text.');
    await user.type(name, 'Other');
    await user.click(dialog.getByRole('switch', { name: 'Enabled' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await dialogGone();
    expect(server.calls('serviceAccounts.update')[0]).toMatchObject({
      params: { accessKey: 'BACKUPKEY' },
      query: { revision: 'r1' },
      body: { name: 'Other', enabled: false },
    });
    expect(server.calls('serviceAccounts.update')[0]?.body).not.toHaveProperty('policy');
  });

  it('says that a key of its own is bound further', async () => {
    const { user } = await open([anAccount()], {
      'serviceAccounts.get': () => ({ ...details, inheritedPolicies: 2 }),
    });
    await choose(user, 'Edit');
    expect(await screen.findByText(/^2 policies of the keys that created/)).toBeDefined();
  });

  it('says when somebody else was faster, and takes the new state', async () => {
    let now = details;
    const { user, server } = await open([anAccount()], {
      'serviceAccounts.get': () => now,
      'serviceAccounts.update': ({ query }) =>
        query.revision === 'r2' ? now : fail('ChangedMeanwhile'),
    });
    await choose(user, 'Edit');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Service Account' }));
    await user.click(await dialog.findByRole('switch', { name: 'Enabled' }));
    now = { ...details, name: 'Theirs', revision: 'r2' };
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await user.click(await dialog.findByRole('button', { name: 'Load the new state' }));
    await waitFor(() =>
      expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Theirs'),
    );
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await dialogGone();
    expect(server.calls('serviceAccounts.update')).toHaveLength(2);
  });

  it('opens with the state of now, or says why it does not', async () => {
    const { user } = await open([anAccount()], {
      'serviceAccounts.get': () => fail('StorageTimeout'),
    });
    await choose(user, 'Edit');
    await waitFor(() => expect(clientState().modalSnackBar?.message).toMatch(/in time/));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the dialog Delete Service Account', () => {
  it('deletes the one of its row [SVCACCT-20]', async () => {
    let list = [anAccount()];
    const { user, server } = await open([], {
      'serviceAccounts.listDetails': () => ({ serviceAccounts: list }),
      'serviceAccounts.delete': () => {
        list = [];
      },
    });
    await choose(user, 'Delete');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Service Account' }));
    expect(dialog.getByText(/that use the access key BACKUPKEY lose access/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await dialogGone();
    await screen.findByRole('heading', { name: 'There are no service accounts yet.' });
    expect(server.calls('serviceAccounts.delete')[0]?.params).toEqual({ accessKey: 'BACKUPKEY' });
  });

  it('deletes several, and says which could not be, and why', async () => {
    let list = ['ONE', 'TWO', 'THREE'].map((accessKey) => anAccount({ accessKey }));
    const { user } = await open([], {
      'serviceAccounts.listDetails': () => ({ serviceAccounts: list }),
      'serviceAccounts.delete': ({ params }) => {
        if (params.accessKey === 'TWO') fail('AccessDenied');
        if (params.accessKey === 'THREE') fail('NotFound');
        list = list.filter(({ accessKey }) => accessKey !== params.accessKey);
      },
    });
    await user.click((await row(/ONE/)).getByRole('checkbox'));
    await user.click((await row(/TWO/)).getByRole('checkbox'));
    await user.click((await row(/THREE/)).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Delete selected' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Service Accounts' }));
    expect(dialog.getByText(/these 3 access keys/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByText(/^1 of 3 service accounts could not be deleted/)).toBeDefined();
    expect(screen.queryByRole('row', { name: /ONE/, hidden: true })).toBeNull();
  });
});
