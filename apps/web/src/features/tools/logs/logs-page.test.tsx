import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aLogError, aLogLine } from '#web/testing/calls.ts';
import { fakeSockets } from '#web/testing/fake-sockets.ts';
import { renderApp } from '#web/testing/render-app.tsx';

async function openLogs(route = '/tools/logs') {
  const sockets = fakeSockets();
  const app = renderApp({ route });
  await screen.findByRole('heading', { level: 1, name: 'Logs' });
  const [socket] = sockets;
  if (!socket) throw new Error('no socket was opened');
  socket.accept();
  await screen.findByText('Reading');
  return { ...app, sockets, socket };
}

const grid = () => screen.getByRole('grid', { name: 'Log lines' });
const lines = () =>
  within(grid())
    .queryAllByRole('rowheader')
    .map(({ textContent }) => textContent);

describe('the page Logs', () => {
  it('reads the log from when it is opened on [LOGS-01] [LOGS-02] [LOGS-08] [WS-12]', async () => {
    const { socket } = await openLogs();
    expect(socket.url.href).toBe(`ws://${location.host}/ws/console`);
    expect(screen.getByRole('link', { name: 'Return to Tools' })).toHaveAttribute('href', '/tools');
    expect(screen.getByRole('searchbox', { name: 'Highlight Line' })).toBeDefined();
    expect(screen.getByText('No log lines yet')).toBeDefined();
    socket.send(aLogLine());
    socket.send(aLogError());
    await waitFor(() =>
      expect(lines()).toEqual(['PutObject: drive not found', 'A drive is back.']),
    );
  });

  it('highlights the lines that match [LOGS-03]', async () => {
    const { user, socket } = await openLogs();
    socket.send(aLogLine());
    socket.send(aLogLine({ key: 'k2', message: 'Another line.' }));
    await waitFor(() => expect(lines()).toHaveLength(2));
    await user.type(screen.getByRole('searchbox', { name: 'Highlight Line' }), 'DRIVE');
    expect(await screen.findByText('1 line highlighted')).toBeDefined();
    const marked = grid().querySelectorAll('[data-highlighted]');
    expect([...marked].map(({ textContent }) => textContent)).toEqual(['A drive is back.']);
  });

  it('shows lines without colours and hidden characters, indented where they are [LOGS-04] [LOGS-05] [LOGS-06]', async () => {
    const { socket } = await openLogs();
    socket.send(aLogLine({ message: 'first\n   \u001b[31msecond\u0007\u001b[0m' }));
    await waitFor(() => expect(lines()).toEqual(['second', 'first']));
    const indented = grid().querySelectorAll('[data-indented]');
    expect([...indented].map(({ textContent }) => textContent)).toEqual(['second']);
  });

  it('opens an error: API, time, request, caller, message and source lines [LOGS-07]', async () => {
    const { user, socket } = await openLogs();
    socket.send(aLogError());
    await user.click(
      await within(grid()).findByRole('link', { name: 'PutObject: drive not found' }),
    );
    const dialog = await screen.findByRole('dialog', { name: 'PutObject' });
    const facts = Object.fromEntries(
      [...dialog.querySelectorAll('dl > div')].map(({ children }) => [
        children[0]?.textContent,
        children[1]?.textContent,
      ]),
    );
    expect(facts).toMatchObject({
      ...{ API: 'PutObject', Time: '09:41:7 UTC 11/22/2026', DeploymentID: 'dep-1' },
      ...{ RequestID: 'R1', RemoteHost: '192.0.2.7', Host: 'storage:9000' },
      ...{ UserAgent: 'aws-cli/2', Error: 'drive not found', Bucket: 'photos', Object: 'a.jpg' },
      drive: '/d1',
    });
    const source = within(dialog).getAllByRole('listitem');
    expect(source.map(({ textContent }) => textContent)).toEqual([
      'cmd/a.go:1:x()',
      'cmd/b.go:2:y()',
    ]);
  });

  it('shows the entries of one level alone', async () => {
    const { user, socket } = await openLogs();
    socket.send(aLogLine());
    socket.send(aLogError());
    await waitFor(() => expect(lines()).toHaveLength(2));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Level' }), 'ERROR');
    expect(lines()).toEqual(['PutObject: drive not found']);
  });

  it('says where the connection was lost, and shows no entry twice', async () => {
    const { socket, sockets } = await openLogs();
    socket.send(aLogLine());
    await waitFor(() => expect(lines()).toHaveLength(1));
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    socket.close(1006);
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
    sockets[1]?.accept();
    sockets[1]?.send(aLogLine());
    sockets[1]?.send(aLogLine({ key: 'k2', message: 'New.' }));
    await waitFor(() => expect(lines()).toHaveLength(3));
    expect(lines()[0]).toBe('New.');
    expect(lines()[1]).toMatch(/^The connection was lost for \d+ s/);
  });

  it('clears the lines when it starts again [LOGS-11]', async () => {
    const { user, socket, sockets } = await openLogs();
    socket.send(aLogLine());
    await waitFor(() => expect(lines()).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(lines()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Start' }));
    expect(sockets).toHaveLength(2);
    expect(lines()).toHaveLength(0);
  });

  it('hangs up when the page is left [LOGS-12]', async () => {
    const { user, socket } = await openLogs();
    await user.click(screen.getByRole('link', { name: 'Return to Tools' }));
    await screen.findByRole('heading', { level: 1, name: 'Tools' });
    expect(socket.closedBy).toBe(1000);
  });

  it('logs that the server has closed the connection, and says why [LOGS-13]', async () => {
    const logged = vi.spyOn(console, 'info').mockImplementation(() => undefined);
    const { socket } = await openLogs();
    socket.close(1011, 'StorageUnreachable');
    expect(await screen.findByText('The storage server cannot be reached.')).toBeDefined();
    expect(logged).toHaveBeenCalledWith('connection closed by server');
  });
});
