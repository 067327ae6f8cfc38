import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { TILES } from './model/config-forms.ts';
import { SettingsPage } from './settings-page.tsx';
import { aSummary } from './testing/configs.ts';

afterEach(() => vi.restoreAllMocks());

async function open(handlers: Handlers = {}, query = '') {
  const server = fakeServer({
    'settings.listConfigs': () => ({
      ...{ configurations: [], total: 0 },
      configs: [
        ...TILES.map((name) => aSummary(name, { keys: ['comment'] })),
        aSummary('storage_class', { description: 'define object level redundancy' }),
        aSummary('notify_webhook', {
          multiple: true,
          keys: ['auth_token'],
          targets: [{ name: 'a', enabled: true, from_environment: false }],
        }),
      ],
    }),
    ...handlers,
  });
  const rendered = await renderScreen(<SettingsPage />, {
    route: `/settings${query}`,
    pattern: '/settings',
  });
  return { ...rendered, server };
}

const labels = [
  'Region',
  'Cache',
  'Compression',
  'API',
  'Heal',
  'Scanner',
  'Etcd',
  'Identity Openid',
  'Identity LDAP',
  'Logger Webhook',
  'Audit Webhook',
];

describe('the settings', () => {
  it('are tiles that lead to their forms [SETTINGS-01] [SETTINGS-02] [SETTINGS-03] [SETTINGS-04] [SETTINGS-05]', async () => {
    await open();
    await screen.findByRole('link', { name: /^Region/ });
    for (const [index, label] of labels.entries()) {
      const tile = screen.getByRole('link', { name: new RegExp(`^${label}`) });
      expect(tile).toHaveAttribute('href', `/settings/${TILES[index]}`);
    }
    expect(screen.getByRole('complementary', { name: 'Learn more about SETTINGS' })).toBeVisible();
  });

  it('say of a tile why it leads nowhere', async () => {
    await open({
      'settings.listConfigs': () => ({
        ...{ configurations: [], total: 0 },
        configs: [
          aSummary('api', { changed: 2, locked: 1 }),
          aSummary('etcd', { unavailable: 'Only a cluster has it.' }),
        ],
      }),
    });
    const api = await screen.findByRole('link', { name: /^API/ });
    expect(within(api).getByText('2 changed')).toBeVisible();
    expect(within(api).getByText('1 set by the environment')).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Etcd/ })).toBeNull();
    expect(screen.getByText('Only a cluster has it.')).toBeVisible();
    expect(
      screen.getAllByText('The connected server does not have this configuration.'),
    ).toHaveLength(TILES.length - 2);
  });

  it('have what else the server has, in groups, and are searched by the names of their keys', async () => {
    const { user } = await open();
    expect(await screen.findByRole('heading', { name: 'Storage' })).toBeVisible();
    const webhook = screen.getByRole('link', { name: /^Notify Webhook/ });
    expect(webhook).toHaveAttribute('href', '/settings/notify_webhook');
    await user.type(screen.getByRole('searchbox'), 'auth_tok');
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Region/ })).toBeNull());
    expect(screen.getByRole('link', { name: /^Notify Webhook/ })).toBeVisible();
    await user.type(screen.getByRole('searchbox'), 'nothing');
    expect(await screen.findByText('No setting matches.')).toBeVisible();
  });

  it('say why they cannot be shown [SETTINGS-48]', async () => {
    await open({ 'settings.listConfigs': () => fail('StorageUnreachable') });
    expect(await screen.findByText('The settings could not be loaded')).toBeVisible();
    expect(screen.getByText('The storage server cannot be reached.')).toBeVisible();
  });
});

const entry = {
  id: 'h1',
  time: '2026-01-02T03:04:05Z',
  targets: [
    {
      name: 'notify_webhook',
      target: 'a',
      values: [
        {
          key: 'endpoint',
          value: 'http://old/',
          current: 'http://new/',
          differs: true,
          secret: false,
        },
        { key: 'auth_token', value: '', current: '', differs: true, secret: true },
        { key: 'enable', value: 'on', current: 'on', differs: false, secret: false },
      ],
    },
  ],
};

describe('the history of the settings', () => {
  it('shows what was changed, and brings it back after showing what that changes', async () => {
    const { user, server } = await open(
      {
        'settings.listConfigHistory': () => ({ changes: [entry] }),
        'settings.restoreConfig': () => ({ restart: true }),
      },
      '?section=history',
    );
    const row = await screen.findByRole('row', { name: /Notify Webhook: a/ });
    expect(within(row).getByText(/endpoint=http:\/\/old\/ · auth_token=secret/)).toBeVisible();
    await user.click(within(row).getByRole('button', { name: /^Restore/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('http://new/')).toBeVisible();
    expect(dialog.getByText('http://old/')).toBeVisible();
    expect(dialog.queryByText('Enable')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(clientState().serverNeedsRestart).toBe(true));
    expect(server.calls('settings.restoreConfig')[0]?.params).toEqual({ id: 'h1' });
  });

  it('restores nothing where nothing would change', async () => {
    const same = { ...entry, targets: [] };
    const { user } = await open(
      { 'settings.listConfigHistory': () => ({ changes: [same] }) },
      '?section=history',
    );
    await user.click(await screen.findByRole('button', { name: /^Restore/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('button', { name: 'Restore' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });
});

describe('export and import of the settings', () => {
  const file = new File(['api requests_max=7'], 'settings.txt', { type: 'text/plain' });

  async function choose(user: Awaited<ReturnType<typeof open>>['user'], chosen = file) {
    const input = await waitFor(() => {
      const found = document.querySelector<HTMLInputElement>('input[type=file]');
      if (found === null) throw new Error('there is no input for files yet');
      return found;
    });
    await user.upload(input, chosen);
  }

  it('saves secrets only when they are asked for', async () => {
    const blobs: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob);
      return 'blob:test';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { user, server } = await open(
      { 'settings.exportConfigs': () => ({ text: 'api requests_max=7' }) },
      '?section=transfer',
    );
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await waitFor(() => expect(blobs).toHaveLength(1));
    await user.click(screen.getByRole('switch', { name: 'Include secrets' }));
    expect(screen.getByText(/passwords and tokens in plain text/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(blobs).toHaveLength(2));
    expect(server.calls('settings.exportConfigs').map(({ body }) => body)).toEqual([
      { secrets: false },
      { secrets: true },
    ]);
  });

  it('shows the differences before anything changes', async () => {
    const { user, server } = await open(
      {
        'settings.previewConfigImport': () => ({
          differences: [
            {
              name: 'api',
              target: '_',
              change: 'changed',
              values: [{ key: 'requests_max', from: '0', to: '7', secret: false }],
            },
          ],
          revision: 'seen',
        }),
        'settings.importConfigs': () => ({ restart: true }),
      },
      '?section=transfer',
    );
    await choose(user);
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    expect(await screen.findByText('Requests Max')).toBeVisible();
    expect(server.calls('settings.importConfigs')).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Import' }));
    await waitFor(() => expect(clientState().serverNeedsRestart).toBe(true));
    expect(server.calls('settings.importConfigs')[0]).toMatchObject({
      query: { revision: 'seen' },
      body: { text: 'api requests_max=7' },
    });
  });

  it('shows the new differences when somebody else has saved since the preview', async () => {
    const previews = ['5', '6'];
    const { user, server } = await open(
      {
        'settings.previewConfigImport': () => {
          const [from = '6'] = previews.splice(0, 1);
          const values = [{ key: 'requests_max', from, to: '7', secret: false }];
          return {
            differences: [{ name: 'api', target: '_', change: 'changed', values }],
            revision: `after ${from}`,
          };
        },
        'settings.importConfigs': () => fail('ChangedMeanwhile'),
      },
      '?section=transfer',
    );
    await choose(user);
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    expect(await screen.findByText('5', { exact: true })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Import' }));
    expect(await screen.findByText('6', { exact: true })).toBeVisible();
    expect(screen.queryByText('5', { exact: true })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Import' }));
    await waitFor(() => expect(server.calls('settings.importConfigs')).toHaveLength(2));
    expect(server.calls('settings.importConfigs')[1]?.query).toEqual({ revision: 'after 6' });
  });

  it('takes no file that is too large, and none with a configuration that the server has not', async () => {
    const { user } = await open(
      {
        'settings.previewConfigImport': () => ({
          differences: [{ name: 'warp', target: '_', change: 'unknown', values: [] }],
          revision: 'seen',
        }),
      },
      '?section=transfer',
    );
    await choose(user, new File(['x'.repeat(256 * 1024 + 1)], 'a.txt', { type: 'text/plain' }));
    expect(await screen.findByText('The file is larger than 256 KiB.')).toBeVisible();
    await choose(user);
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    expect(await screen.findByText(/the file cannot be imported/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
  });
});
