import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aCall } from '#web/testing/calls.ts';
import { fakeSockets } from '#web/testing/fake-sockets.ts';
import { renderApp } from '#web/testing/render-app.tsx';

async function openTrace(route = '/tools/trace') {
  const sockets = fakeSockets();
  const app = renderApp({ route });
  await screen.findByRole('heading', { level: 1, name: 'Trace' });
  return { ...app, sockets };
}

/** Opens the page and starts; the server accepts. */
async function startTracing(route?: string) {
  const page = await openTrace(route);
  await page.user.click(screen.getByRole('button', { name: 'Start' }));
  const [socket] = page.sockets;
  if (!socket) throw new Error('no socket was opened');
  socket.accept();
  await screen.findByText('Tracing');
  return { ...page, socket };
}

const grid = () => screen.getByRole('grid', { name: 'Calls' });
const rows = () =>
  within(grid())
    .queryAllByRole('rowheader')
    .map(({ textContent }) => textContent);
const box = (name: string) => screen.getByRole('checkbox', { name });
const fieldNames = ['Status Code', 'Method', 'Function Name', 'Path', 'Response Threshold'];
const kinds = ['S3', 'Internal', 'Storage', 'OS'];

describe('the page Trace', () => {
  it('has its fields, checkboxes and Start, with S3 chosen [TRACE-01] [TRACE-02] [TRACE-04] [TRACE-05] [TRACE-06] [TRACE-07] [TRACE-09]', async () => {
    await openTrace();
    for (const name of fieldNames) expect(screen.getByRole('textbox', { name })).toBeDefined();
    expect(box('S3')).toBeChecked();
    for (const name of ['All', 'Internal', 'Storage', 'OS', 'Display only Errors']) {
      expect(box(name)).not.toBeChecked();
    }
    expect(screen.getByRole('button', { name: 'Start' })).not.toBeDisabled();
    expect(screen.getByText('Trace is not started yet')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Return to Tools' })).toHaveAttribute('href', '/tools');
  });

  it('has the columns of a trace [TRACE-08]', async () => {
    await openTrace();
    const names = ['Time', 'Name', 'Status', 'Location', 'Load Time', 'Upload', 'Download'];
    const heads = within(grid()).getAllByRole('columnheader');
    expect(heads.map(({ textContent }) => textContent).slice(0, names.length)).toEqual(names);
  });

  it('chooses all kinds with All, and none alone then [TRACE-11]', async () => {
    const { user } = await openTrace();
    await user.click(box('All'));
    for (const kind of kinds) {
      expect(box(kind)).toBeChecked();
      expect(box(kind)).toBeDisabled();
    }
    await user.click(box('All'));
    for (const kind of kinds) expect(box(kind)).not.toBeDisabled();
    await user.click(box('S3'));
    expect(screen.getByRole('button', { name: 'Start' })).toBeDisabled();
  });

  it('takes a threshold of no less than 0 [TRACE-03]', async () => {
    const { user } = await openTrace();
    const threshold = screen.getByRole('textbox', { name: 'Response Threshold' });
    await user.type(threshold, '-5');
    expect(threshold).toHaveValue('5 ms');
    await user.type(screen.getByRole('textbox', { name: 'Status Code' }), '99');
    expect(screen.getByText('Enter a status from 100 to 599.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Start' })).toBeDisabled();
  });

  it('is idle until Start, sends what was chosen, and locks the fields [TRACE-10] [TRACE-12] [TRACE-15] [TRACE-16] [WS-01] [WS-02] [WS-07] [WS-08] [TOOLS-03]', async () => {
    const { user, sockets } = await openTrace();
    const type = (name: string, text: string) =>
      user.type(screen.getByRole('textbox', { name }), text);
    await type('Status Code', '404');
    await type('Method', 'GET');
    await type('Function Name', 'GetObject');
    await type('Path', '/a b');
    await type('Response Threshold', '5');
    await user.click(box('OS'));
    await user.click(box('Display only Errors'));
    expect(sockets).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Start' }));

    const [socket] = sockets;
    expect(socket?.url.origin).toBe(`ws://${location.host}`);
    expect(socket?.url.pathname).toBe('/ws/trace');
    expect(Object.fromEntries(socket?.url.searchParams ?? [])).toEqual({
      ...{ calls: 's3,os', onlyErrors: 'yes', statusCode: '404', method: 'GET' },
      ...{ funcname: 'GetObject', path: '/a b', threshold: '5' },
    });
    socket?.accept();
    await screen.findByText('Tracing');
    expect(screen.getByText('No Traced elements received yet')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Start' })).toBeNull();
    for (const name of fieldNames) expect(screen.getByRole('textbox', { name })).toBeDisabled();
    for (const name of [...kinds, 'All', 'Display only Errors']) expect(box(name)).toBeDisabled();
  });

  it('asks for all kinds by one word [WS-08]', async () => {
    const { socket } = await startTracing('/tools/trace?calls=all');
    expect(socket.url.searchParams.get('calls')).toBe('all');
    expect(socket.url.searchParams.get('onlyErrors')).toBe('no');
  });

  it('shows the calls, the newest first, and sums them up by name', async () => {
    const { socket } = await startTracing();
    socket.send(aCall());
    socket.send(aCall({ callStats: { duration: 100, timeToFirstByte: 1, rx: 1024, tx: 0 } }));
    socket.send(
      aCall({ api: 's3.GetObject', statusCode: 404, statusMsg: 'Not Found', failed: true }),
    );
    await waitFor(() => expect(rows()).toEqual(['s3.GetObject', 's3.PutObject', 's3.PutObject']));
    expect(within(grid()).getByText('404 Not Found')).toBeDefined();
    expect(within(grid()).getAllByText('12.5 ms')).toHaveLength(2);
    expect(within(grid()).getAllByText('storage:9000/photos/a.jpg 192.0.2.7')).toHaveLength(3);

    const summary = screen.getByRole('region', { name: 'Calls by Name' });
    const cells = within(summary)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(cells.map(([name, count, errors]) => [name, count, errors])).toEqual([
      ['s3.PutObject', '2', '0'],
      ['s3.GetObject', '1', '1'],
    ]);
    expect(cells[0]?.[3]).toMatch(/^1[23]\.\d ms$/);
    expect(cells[0]?.[4]).toMatch(/^10\d ms$/);
    expect(cells[0]?.[5]).toBe('3.3 KiB');
    expect(screen.getByText('3 calls')).toBeDefined();
  });

  it('opens a whole call', async () => {
    const { user, socket } = await startTracing();
    const refusal = { code: 'NoSuchKey', message: 'There is no such key.' };
    socket.send(aCall({ statusCode: 404, statusMsg: 'Not Found', failed: true, refusal }));
    await user.click(await within(grid()).findByRole('link', { name: 's3.PutObject' }));
    const dialog = await screen.findByRole('dialog', { name: 's3.PutObject' });
    for (const text of [
      'NoSuchKey: There is no such key.',
      'x-id=PutObject',
      'alice',
      'aws-cli/2',
    ]) {
      expect(within(dialog).getByText(text)).toBeDefined();
    }
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says how many calls are missing, also in the count', async () => {
    const { socket } = await startTracing();
    socket.send(aCall());
    socket.send({ missed: 1200 });
    expect(
      await screen.findByText('1,200 calls were left out: there were more than could be shown'),
    ).toBeDefined();
    expect(screen.getByText('1 call, 1,200 left out')).toBeDefined();
  });

  it('stops on Stop and keeps what was there, also for somebody who comes back [TRACE-13] [WS-06] [TOOLS-03]', async () => {
    const { user, socket } = await startTracing();
    socket.send(aCall());
    await waitFor(() => expect(rows()).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(socket.closedBy).toBe(1000);
    expect(await screen.findByText('Not tracing')).toBeDefined();
    await user.click(screen.getByRole('link', { name: 'Return to Tools' }));
    await user.click(await screen.findByRole('link', { name: /^Trace/ }));
    await screen.findByRole('heading', { level: 1, name: 'Trace' });
    expect(rows()).toEqual(['s3.PutObject']);
    expect(screen.getByRole('button', { name: 'Start' })).toBeDefined();
  });

  it.each([
    [1000, '', 'The server closed the connection.'],
    [1008, 'AccessDenied', 'Your account has no permission for this action.'],
    [1011, 'StorageUnreachable', 'The storage server cannot be reached.'],
  ])('stops when the server closes with %i %s [TRACE-14]', async (code, reason, text) => {
    const { socket, sockets } = await startTracing();
    socket.close(code, reason);
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Start' })).not.toBeDisabled();
    expect(sockets).toHaveLength(1);
  });

  it('says ok at once and every ten seconds, and hangs up when the page is left [WS-03] [WS-04]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { socket, unmount } = await startTracing();
    vi.advanceTimersByTime(20_000);
    expect(socket.received).toEqual(['ok', 'ok', 'ok']);
    unmount();
    vi.useRealTimers();
    expect(socket.closedBy).toBe(1000);
  });

  it('pauses in place and goes on with everything that came', async () => {
    const { socket } = await startTracing();
    socket.send(aCall());
    await waitFor(() => expect(rows()).toHaveLength(1));
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    socket.send(aCall({ api: 's3.GetObject' }));
    const resume = await screen.findByRole('button', { name: 'Resume (1 new)' });
    expect(rows()).toEqual(['s3.PutObject']);
    fireEvent.click(resume);
    expect(rows()).toEqual(['s3.GetObject', 's3.PutObject']);
  });
});
