import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aBucket, aSession } from '#web/testing/factories.ts';
import { fail, failRaw } from '#web/testing/fake-server.ts';
import { fakeSockets } from '#web/testing/fake-sockets.ts';
import { renderApp } from '#web/testing/render-app.tsx';

vi.mock('#web/ui/chart/time-chart.tsx', () => import('#web/testing/plain-chart.tsx'));

const change = (Path: string, parts = {}) => ({
  ...{ Time: '2026-11-12T09:41:07Z', Size: 2048, Path, Type: 's3:ObjectCreated:Put' },
  ...{ Host: '192.0.2.7', Port: '', UserAgent: 'aws-cli/2' },
  ...parts,
});

async function openWatch(route = '/tools/watch') {
  const sockets = fakeSockets();
  const app = renderApp({
    route,
    handlers: {
      'buckets.list': () => ({ buckets: [aBucket(), aBucket({ name: 'docs' })], total: 2 }),
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Watch' });
  return { ...app, sockets };
}

/** Opens the page, selects a bucket and starts; the server accepts. */
async function startWatching() {
  const page = await openWatch('/tools/watch?bucket=photos&prefix=2026/&suffix=.jpg');
  await page.user.click(await screen.findByRole('button', { name: 'Start' }));
  const [socket] = page.sockets;
  if (!socket) throw new Error('no socket was opened');
  socket.accept();
  await screen.findByText('Watching');
  return { ...page, socket };
}

const rows = () =>
  within(screen.getByRole('grid', { name: 'Changes' }))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent);

describe('the page Watch', () => {
  it('has a bucket selector, Prefix, Suffix and Start [WATCH-01] [WATCH-04] [WATCH-07] [WATCH-08]', async () => {
    const { user, sockets } = await openWatch();
    const begin = screen.getByRole('button', { name: 'Start' });
    expect(begin).toBeDisabled();
    begin.focus();
    expect(begin).toHaveFocus();
    expect(begin).toHaveAttribute('title', 'Select a bucket first.');
    await user.click(begin);
    await user.click(screen.getByRole('combobox', { name: 'Bucket' }));
    await user.click(await screen.findByRole('option', { name: 'docs' }));
    await user.type(screen.getByRole('textbox', { name: 'Prefix' }), 'a b/');
    await user.type(screen.getByRole('textbox', { name: 'Suffix' }), '.txt');
    expect(sockets).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Start' }));

    const [socket] = sockets;
    expect(socket?.url.href).toBe(`ws://${location.host}/ws/watch/docs?prefix=a+b%2F&suffix=.txt`);
    expect(screen.getByRole('textbox', { name: 'Prefix' })).toHaveProperty('disabled', true);
  });

  it('takes a null list of buckets for an empty one [WATCH-08]', async () => {
    renderApp({
      route: '/tools/watch?bucket=photos',
      handlers: { 'buckets.list': () => failRaw(200, '{"buckets":null,"total":0}') },
    });
    expect(await screen.findByRole('button', { name: 'Start' })).toBeDisabled();
  });

  it('only logs that the buckets could not be loaded [WATCH-09]', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    renderApp({
      route: '/tools/watch',
      handlers: { 'buckets.list': () => fail('StorageUnreachable') },
    });
    await waitFor(() => expect(logged).toHaveBeenCalled());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(await screen.findByText('The buckets could not be loaded.')).toBeDefined();
  });

  it('shows what happens, the newest first, with its columns [WATCH-02]', async () => {
    const { socket } = await startWatching();
    for (const name of ['Time', 'Size', 'Type', 'Path']) {
      expect(screen.getByRole('columnheader', { name: new RegExp(`^${name}`) })).toBeDefined();
    }
    socket.send(change('photos/2026/a.jpg'));
    socket.send(change('photos/2026/b.jpg', { Type: 's3:ObjectRemoved:Delete', Size: 0 }));
    await waitFor(() => expect(rows()).toEqual(['photos/2026/b.jpg', 'photos/2026/a.jpg']));
    expect(screen.getByText('ObjectRemoved:Delete')).toBeDefined();
    expect(screen.getByText('2.0 KiB')).toBeDefined();
  });

  it('says so while nothing has happened [WATCH-03]', async () => {
    await startWatching();
    expect(screen.getByText('No Changes at this time')).toBeDefined();
  });

  it('stops on Stop and keeps what was there [WATCH-05] [WS-06]', async () => {
    const { user, socket } = await startWatching();
    socket.send(change('photos/2026/a.jpg'));
    await waitFor(() => expect(rows()).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(socket.closedBy).toBe(1000);
    expect(await screen.findByText('Not watching')).toBeDefined();
    expect(rows()).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Start' })).toBeDefined();
  });

  it('says what a proxy must do where no connection could be opened', async () => {
    const { user, sockets } = await openWatch('/tools/watch?bucket=photos');
    await user.click(await screen.findByRole('button', { name: 'Start' }));
    sockets[0]?.close(1006);
    expect(await screen.findByText(/A proxy in front of .* allow WebSockets/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Start' })).toBeDefined();
  });

  it.each([
    [1000, '', 'The server closed the connection.'],
    [1008, 'AccessDenied', 'Your account has no permission for this action.'],
    [1011, 'StorageUnreachable', 'The storage server cannot be reached.'],
  ])(
    'stops when the server closes with %i %s, and says why [WATCH-06]',
    async (code, reason, text) => {
      const { socket, sockets } = await startWatching();
      socket.close(code, reason);
      expect(await screen.findByText(text)).toBeDefined();
      expect(screen.getByRole('button', { name: 'Start' })).toBeDefined();
      expect(sockets).toHaveLength(1);
    },
  );

  it('goes to the login when the session has ended', async () => {
    const { socket, server } = await startWatching();
    server.use({ 'auth.getSession': () => fail('SessionRequired') });
    socket.close(1008, 'SessionRequired');
    expect(await screen.findByRole('heading', { name: 'Console Login' })).toBeDefined();
  });

  it('says where changes are missing', async () => {
    const { socket } = await startWatching();
    socket.send(change('photos/2026/a.jpg'));
    socket.send({ missed: 1200 });
    expect(
      await screen.findByText('1,200 changes were skipped: this browser could not keep up'),
    ).toBeDefined();
  });

  it('connects again when the connection breaks, and marks the place', async () => {
    const { socket, sockets } = await startWatching();
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    socket.close(1006);
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
    expect(sockets).toHaveLength(2);
    expect(screen.getByText('Connection lost, reconnecting')).toBeDefined();
    sockets[1]?.accept();
    expect(
      await screen.findByText(/^The connection was lost for \d+ s: changes may be missing$/),
    ).toBeDefined();
  });

  it('pauses without losing anything', async () => {
    const { user, socket } = await startWatching();
    socket.send(change('photos/2026/a.jpg'));
    await waitFor(() => expect(rows()).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    socket.send(change('photos/2026/b.jpg'));
    const resume = await screen.findByRole('button', { name: 'Resume (1 new)' });
    expect(rows()).toHaveLength(1);
    await user.click(resume);
    expect(rows()).toHaveLength(2);
  });

  it('says ok at once and every ten seconds, and hangs up when the page is left [WS-03] [WS-04]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { socket, unmount } = await startWatching();
    expect(socket.received).toEqual(['ok']);
    vi.advanceTimersByTime(20_000);
    expect(socket.received).toEqual(['ok', 'ok', 'ok']);
    unmount();
    vi.useRealTimers();
    expect(socket.closedBy).toBe(1000);
  });
});

describe('the page Tools', () => {
  it('leads to the tools that the session may use, and back', async () => {
    const pages = [
      ...aSession().pages.filter((page) => !page.startsWith('/tools/')),
      '/tools/watch',
    ];
    const { user } = renderApp({
      route: '/tools',
      session: aSession({ pages }),
      handlers: { 'buckets.list': () => ({ buckets: [], total: 0 }) },
    });
    const link = await screen.findByRole('link', { name: /^Watch/ });
    expect(screen.queryByRole('link', { name: /^Trace/ })).toBeNull();
    await user.click(link);
    await screen.findByRole('heading', { level: 1, name: 'Watch' });
    await user.click(screen.getByRole('link', { name: 'Return to Tools' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Tools' })).toBeDefined();
  });

  it('draws how many changes came each second, once there is one', async () => {
    const { socket } = await startWatching();
    expect(screen.queryByRole('figure')).toBeNull();
    socket.send(change('photos/2026/a.jpg'));
    socket.send(change('photos/2026/b.jpg'));
    const chart = await screen.findByRole('figure', { name: 'Changes per second' });
    await waitFor(() => expect(chart).toHaveTextContent('Changes: 2'));
  });
});
