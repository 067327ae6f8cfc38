import type { TopDrive } from '@stowage/contract/tools/top';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSession } from '#web/testing/factories.ts';
import { fail, type Handlers } from '#web/testing/fake-server.ts';
import { renderApp } from '#web/testing/render-app.tsx';

const GIB = 1024 ** 3;
const aDrive = (path: string, drive: Partial<TopDrive> = {}): TopDrive => ({
  ...{ endpoint: '', path, state: 'ok', totalSpace: 100 * GIB, usedSpace: 25 * GIB },
  ...{ waiting: 0, errors: 0 },
  ...drive,
});
const busy = (latency: number, calls: number): Partial<TopDrive> => ({
  lastMinute: { calls, latency, slowest: { name: 'storage.RenameData', latency: 2 * latency } },
});
const drives = [
  aDrive('/d1', busy(0.5, 100)),
  aDrive('/d2', { ...busy(250, 10), usedSpace: 10 * GIB, waiting: 3 }),
  aDrive('/d3', { state: 'offline', totalSpace: 0, usedSpace: 0, errors: 7 }),
];

async function openPage(actions: readonly string[], handlers: Handlers = {}) {
  const app = renderApp({
    route: '/tools/top',
    session: aSession({ allowedActions: [...actions] }),
    handlers: {
      'tools.topDrives': () => ({ drives }),
      'tools.topLocks': () => ({
        locks: [{ resource: 'photos/a.jpg', type: 'Write', source: 'x.go:1' }],
      }),
      ...handlers,
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Top' });
  return app;
}

async function order(): Promise<(string | undefined)[]> {
  const section = await screen.findByRole('region', { name: 'Drives' });
  await within(section).findByRole('row', { name: /\/d1/ });
  const rows = within(section).getAllByRole('row').slice(1);
  return rows.map((row) => /\/d\d/.exec(row.textContent)?.[0]);
}

describe('the page Top', () => {
  it('lists the slowest drives first, and by another column when asked', async () => {
    const { user } = await openPage(['admin:StorageInfo']);
    expect(await order()).toEqual(['/d2', '/d1', '/d3']);
    const row = screen.getByRole('row', { name: /\/d2/ });
    expect(row).toHaveTextContent('250 ms');
    expect(row).toHaveTextContent('Slowest: storage.RenameData, 500 ms');
    expect(screen.getByRole('row', { name: /\/d3/ })).toHaveTextContent('Not online');
    await user.click(screen.getByRole('button', { name: 'Used' }));
    expect(location.search).toBe('?sort=used');
    expect(await order()).toEqual(['/d3', '/d2', '/d1']);
  });

  it('says where the storage server does not measure its drives', async () => {
    await openPage(['admin:StorageInfo'], {
      'tools.topDrives': () => ({ drives: [aDrive('/d1')] }),
    });
    expect(await screen.findByText(/does not report how its drives performed/)).toBeDefined();
  });

  it('says where the storage server does not report its locks', async () => {
    await openPage(['admin:TopLocksInfo'], { 'tools.topLocks': () => ({}) });
    expect(await screen.findByText(/does not report its locks/)).toBeDefined();
  });

  it('shows the locks that are held, and only what the account may see', async () => {
    await openPage(['admin:TopLocksInfo']);
    expect(await screen.findByRole('row', { name: /photos\/a\.jpg/ })).toHaveTextContent('Write');
    expect(screen.queryByRole('region', { name: 'Drives' })).toBeNull();
  });

  it('says that the drives could not be loaded', async () => {
    await openPage(['admin:StorageInfo'], {
      'tools.topDrives': () => fail('StorageUnreachable'),
    });
    expect(await screen.findByText('The drives could not be loaded.')).toBeDefined();
  });
});
