import type { Tier } from '@stowage/contract/tiers';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { aSession } from '#web/testing/factories.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { CredentialsDialog } from './credentials-dialog.tsx';
import { TiersPage } from './tiers-page.tsx';

const COLD: Tier = {
  type: 's3',
  s3: {
    name: 'COLD',
    endpoint: 'https://cold.example.net',
    bucket: 'archive',
    prefix: 'site-1',
    region: 'eu-1',
  },
  usage: { size: 3 * 1024 ** 3, objects: 2, versions: 1200 },
};
const ICE: Tier = { type: 'gcs', gcs: { name: 'ICE', bucket: 'ice' } };
const BLUE: Tier = { type: 'azure', azure: { name: 'BLUE' } };

async function open(
  items: readonly Tier[] = [COLD, ICE],
  handlers: Handlers = {},
  allowedActions = ['admin:*'],
) {
  const server = fakeServer({
    'tiers.list': () => ({ items: [...items] }),
    'tiers.check': () => undefined,
    ...handlers,
  });
  const rendered = await renderScreen(<TiersPage />, {
    ...{ pattern: '/tiers', route: '/tiers' },
    session: aSession({ allowedActions }),
  });
  return { ...rendered, server };
}

const row = async (name: string) =>
  within(await screen.findByRole('row', { name: new RegExp(`^${name}`) }));
const names = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent);
const isRefused = (element: HTMLElement) => element.getAttribute('aria-disabled') === 'true';

async function openEdit(items: readonly Tier[], name: string, handlers: Handlers = {}) {
  const rendered = await open(items, handlers);
  await rendered.user.click((await row(name)).getByRole('button', { name: /^Edit/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Update Credentials' });
  return { ...rendered, dialog: within(dialog) };
}

describe('the list of tiers', () => {
  it('shows where each tier is, its state and what it holds [TIERS-01]', async () => {
    await open();
    const cold = await row('COLD');
    for (const name of ['Tier Name', 'Type', 'Endpoint', 'Bucket', 'Prefix', 'Region']) {
      expect(screen.getByRole('columnheader', { name: new RegExp(`^${name}`) })).toBeDefined();
    }
    const texts = ['s3', 'https://cold.example.net', 'archive', 'site-1', 'eu-1'];
    for (const text of texts) {
      expect(cold.getByText(text)).toBeDefined();
    }
    expect(cold.getByText(/^3(\.0)? GiB$/)).toBeDefined();
    expect(await cold.findByText('Online')).toBeDefined();
    expect((await row('ICE')).getByText('—')).toBeDefined();
  });

  it('says why a tier cannot be used now', async () => {
    const detail = 'The server https://cold.example.net cannot be reached';
    await open([COLD], { 'tiers.check': () => fail('RemoteUnreachable', { detail }) });
    const state = await (await row('COLD')).findByText('Offline');
    expect(state.closest('[title]')?.getAttribute('title')).toBe(detail);
  });

  it('is filtered by name or type, in its address [TIERS-02]', async () => {
    const { user, history } = await open();
    await row('ICE');
    const box = screen.getByRole('searchbox', { name: 'Filter by name or type' });
    await user.type(box, 'col');
    await waitFor(() => expect(names()).toEqual(['COLD']));
    expect(history.location.search).toBe('?filter=col');
    await user.clear(box);
    await user.type(box, 'GCS');
    await waitFor(() => expect(names()).toEqual(['ICE']));
    await user.type(box, 'x');
    expect(await screen.findByText('No tier matches “GCSx”.')).toBeDefined();
  });

  it('is loaded again, and the tiers are checked again [TIERS-03]', async () => {
    const { user, server } = await open([COLD]);
    await (await row('COLD')).findByText('Online');
    server.use({
      'tiers.list': () => ({ items: [COLD, BLUE] }),
      'tiers.check': () => fail('RemoteRefused', {}),
    });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await (await row('COLD')).findByText('Offline')).toBeDefined();
    await row('BLUE');
  });

  it('leads to the kinds of tiers [TIERS-04]', async () => {
    const { user, history } = await open();
    await user.click(screen.getByRole('button', { name: 'Add a Tier' }));
    expect(history.location.pathname).toBe('/tiers/add');
  });

  it('explains tiers while there is none [TIERS-06]', async () => {
    await open([]);
    expect(await screen.findByText(/A tier is a bucket on another storage server/)).toBeDefined();
    expect(screen.getAllByRole('button', { name: 'Add a Tier' })).toHaveLength(2);
  });

  it('says nothing outside of the list when it cannot be loaded [TIERS-07]', async () => {
    await open([], { 'tiers.list': () => fail('StorageFailed') });
    const failure = await screen.findByRole('alert');
    expect(failure.textContent).toContain('The tiers could not be loaded');
    expect(clientState().modalSnackBar).toBeNull();
    expect(clientState().modalErrorMessage).toBeNull();
  });

  it('refuses what the account may not do, and says which permission it needs', async () => {
    const { user } = await open([COLD], {}, ['admin:ListTier']);
    await user.click((await row('COLD')).getByRole('button', { name: 'Actions for COLD' }));
    const edit = await screen.findByRole('menuitem', { name: /^Edit/ });
    expect(isRefused(edit)).toBe(true);
    expect(edit.textContent).toContain('admin:SetTier');
    expect(isRefused(screen.getByRole('button', { name: 'Add a Tier' }))).toBe(true);
  });
});

describe('updating credentials', () => {
  it.each([
    ['s3', COLD, 'COLD', 'Access Key', 'Secret Key'],
    ['azure', BLUE, 'BLUE', 'Account Name', 'Account Key'],
  ])(
    'of a tier of %s needs both keys [TIERS-05] [TIERS-31]',
    async (type, tier, name, key, secret) => {
      const { user, server, dialog } = await openEdit([tier], name, {
        'tiers.setCredentials': () => undefined,
      });
      const save = dialog.getByRole('button', { name: 'Save' });
      expect(isRefused(save)).toBe(true);
      await user.type(dialog.getByLabelText(key), 'new-key');
      expect(isRefused(save)).toBe(true);
      await user.type(dialog.getByLabelText(secret), 'new-secret');
      expect(isRefused(save)).toBe(false);
      await user.click(save);
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(server.calls('tiers.setCredentials')).toMatchObject([
        { params: { type, name }, body: { access_key: 'new-key', secret_key: 'new-secret' } },
      ]);
    },
  );

  it('of a tier of gcs needs the credentials file [TIERS-32]', async () => {
    const { user, server, dialog } = await openEdit([ICE], 'ICE', {
      'tiers.setCredentials': () => undefined,
    });
    const save = dialog.getByRole('button', { name: 'Save' });
    expect(isRefused(save)).toBe(true);
    const [input] = document.querySelectorAll<HTMLInputElement>('input[type="file"]');
    await user.upload(input as HTMLInputElement, new File(['{"a":1}'], 'account.json'));
    await waitFor(() => expect(isRefused(save)).toBe(false));
    await user.click(save);
    await waitFor(() => expect(server.calls('tiers.setCredentials')).toHaveLength(1));
    expect(server.calls('tiers.setCredentials')[0]?.body).toEqual({ creds: '{"a":1}' });
  });

  it('shows the tier as online, whatever becomes of a check with the former ones', async () => {
    const checked = Promise.withResolvers<void>();
    const { user, server, dialog } = await openEdit([COLD], 'COLD', {
      'tiers.check': async () => {
        await checked.promise;
        return fail('RemoteRefused');
      },
      'tiers.setCredentials': () => undefined,
    });
    expect(server.calls('tiers.check')).toHaveLength(1);
    await user.type(dialog.getByLabelText('Access Key'), 'a');
    await user.type(dialog.getByLabelText('Secret Key'), 'b');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await act(async () => checked.resolve());
    expect(await (await row('COLD')).findByText('Online')).toBeVisible();
  });

  it('shows what the server says of them', async () => {
    const detail = 'The server https://cold.example.net does not accept the credentials';
    const { user, dialog } = await openEdit([COLD], 'COLD', {
      'tiers.setCredentials': () => fail('RemoteRefused', { detail }),
    });
    await user.type(dialog.getByLabelText('Access Key'), 'a');
    await user.type(dialog.getByLabelText('Secret Key'), 'b');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect((await dialog.findByRole('alert')).textContent).toContain(detail);
  });

  it('says at its input what the server refuses', async () => {
    const detail = 'The tier is in the account blue. Only its key can be changed.';
    const { user, dialog } = await openEdit([BLUE], 'BLUE', {
      'tiers.setCredentials': () => fail('InvalidInput', { field: 'access_key', detail }),
    });
    await user.type(dialog.getByLabelText('Account Name'), 'green');
    await user.type(dialog.getByLabelText('Account Key'), 'b');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    const name = dialog.getByLabelText('Account Name');
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
    expect(dialog.getByLabelText('Account Key').getAttribute('aria-invalid')).not.toBe('true');
  });

  it('of a tier without a name cannot be done [TIERS-33]', async () => {
    fakeServer();
    const frame = { opened: true, onClose: () => undefined, onExited: () => undefined };
    await renderScreen(<CredentialsDialog {...frame} tier={{ type: 's3', name: '' }} />);
    const dialog = within(await screen.findByRole('dialog', { name: 'Update Credentials' }));
    expect(dialog.getByRole('alert').textContent).toBe(
      'There was an error retrieving tier information',
    );
    expect(isRefused(dialog.getByRole('button', { name: 'Save' }))).toBe(true);
  });
});

describe('removing a tier', () => {
  async function openDelete(handlers: Handlers) {
    const rendered = await open([COLD], handlers);
    await rendered.user.click(
      (await row('COLD')).getByRole('button', { name: 'Actions for COLD' }),
    );
    await rendered.user.click(await screen.findByRole('menuitem', { name: /^Delete/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Tier' }));
    return { ...rendered, dialog };
  }

  it('is asked for first', async () => {
    let items = [COLD];
    const { user, server, dialog } = await openDelete({
      'tiers.list': () => ({ items }),
      'tiers.delete': () => {
        items = [];
        return undefined;
      },
    });
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText(/A tier is a bucket/)).toBeDefined();
    expect(server.calls('tiers.delete')).toMatchObject([{ params: { type: 's3', name: 'COLD' } }]);
  });

  it('says what still uses it', async () => {
    const detail = 'Buckets whose lifecycle rules use it: photos.';
    const { user, dialog } = await openDelete({
      'tiers.delete': () => fail('TierInUse', { detail }),
    });
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect((await dialog.findByRole('alert')).textContent).toContain(detail);
  });
});
