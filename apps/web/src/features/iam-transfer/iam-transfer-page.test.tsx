import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { IamTransferPage } from './iam-transfer-page.tsx';

afterEach(() => vi.restoreAllMocks());

const zip = (bytes = 3) => new File([new Uint8Array(bytes)], 'export.zip');

async function open(
  handlers: Handlers = {},
  allowed: readonly string[] = ['ExportIAM', 'ImportIAM'],
) {
  const server = fakeServer({
    'buckets.hasPermission': ({ body }) => ({
      permissions: body.actions.map(({ id, action }) => ({
        id,
        can: allowed.some((name) => action.endsWith(name)),
      })),
    }),
    ...handlers,
  });
  return { ...(await renderScreen(<IamTransferPage />, { route: '/tools/iam' })), server };
}

const entries = [
  {
    part: 'users' as const,
    name: 'ann',
    change: 'changed' as const,
    differences: ['secret' as const, 'status' as const],
  },
  {
    part: 'serviceAccounts' as const,
    name: 'KEY',
    change: 'added' as const,
    differences: [],
    note: 'expired' as const,
  },
];

async function chooseFile(user: Awaited<ReturnType<typeof open>>['user'], file = zip()) {
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type=file]');
    if (found === null) throw new Error('there is no input for files yet');
    return found;
  });
  await user.upload(input, file);
}

describe('export and import', () => {
  it('saves the archive and warns of the secrets in it', async () => {
    const blobs: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob);
      return 'blob:test';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { user, queryClient } = await open({
      'iamTransfer.export': () => ({ archive: btoa('zip-with-secrets') }),
    });
    expect(await screen.findByText(/contains all secret keys/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(blobs).toHaveLength(1));
    expect(await (blobs[0] as Blob).text()).toBe('zip-with-secrets');
    await waitFor(() => expect(queryClient.getMutationCache().getAll()).toEqual([]));
  });

  it('shows what would change before anything does, and what came of it', async () => {
    const { user, server } = await open({
      'iamTransfer.preview': () => ({ entries, changing: 2, unchanged: 5 }),
      'iamTransfer.import': () => ({
        reported: true,
        added: 1,
        removed: 0,
        refused: [
          { part: 'serviceAccounts', name: 'KEY', outcome: 'failed', reason: 'It is over.' },
        ],
        refusedCount: 1,
      }),
    });
    await chooseFile(user);
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    expect(await screen.findByText(/^2 changes, 5 unchanged/)).toBeDefined();
    const ann = within(await screen.findByRole('row', { name: /ann/ }));
    expect(ann.getByText(/User · secret key and status/)).toBeDefined();
    expect(screen.getByText(/Service account · expired; the server refuses it/)).toBeDefined();
    expect(server.calls('iamTransfer.import')).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Import' }));
    expect(await screen.findByText('1 imported, 0 removed, 1 refused.')).toBeDefined();
    expect(screen.getByText('Service account · It is over.')).toBeDefined();
    expect(server.calls('iamTransfer.import')[0]?.body).toEqual({ archive: 'AAAA' });
  });

  it('imports nothing where nothing would change', async () => {
    const { user } = await open({
      'iamTransfer.preview': () => ({ entries: [], changing: 0, unchanged: 9 }),
    });
    await chooseFile(user);
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    expect(await screen.findByText('The import would change nothing.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
  });

  it('takes no file that is too large, and says what the server says of one', async () => {
    const { user } = await open({
      'iamTransfer.preview': () =>
        fail('InvalidInput', { field: 'archive', detail: 'It is no zip archive.' }),
    });
    await chooseFile(user, zip(16 * 1024 * 1024 + 1));
    expect(await screen.findByText('The file is larger than 16 MiB.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Preview' })).toBeDisabled();
    await chooseFile(user);
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    expect(await screen.findByText('It is no zip archive.')).toBeDefined();
    expect(clientState().modalSnackBar?.detailedErrorMsg).toBe('It is no zip archive.');
    await chooseFile(user);
    await waitFor(() => expect(screen.queryByText('It is no zip archive.')).toBeNull());
  });

  it('offers what the account may', async () => {
    await open({}, ['ExportIAM']);
    expect(await screen.findByRole('button', { name: 'Export' })).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'Import' })).toBeNull();
  });
});
