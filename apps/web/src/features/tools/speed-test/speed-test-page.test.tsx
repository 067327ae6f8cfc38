import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeSockets } from '#web/testing/fake-sockets.ts';
import { renderApp } from '#web/testing/render-app.tsx';

const MIB = 1024 * 1024;
const aDrive = (path: string, speed: number, error = '') => ({
  ...{ endpoint: 'node1', path, error, read: speed * MIB, write: speed * MIB },
});
const aResult = {
  ...{ at: '2026-11-22T10:00:00Z', kind: 'drive' as const, account: 'root' },
  drives: [aDrive('/d1', 200), aDrive('/d2', 50), aDrive('/d3', 0, 'failed')],
};

async function openPage() {
  const sockets = fakeSockets();
  const results: (typeof aResult)[] = [];
  const app = renderApp({
    route: '/tools/speed-test',
    handlers: { 'tools.speedTests': () => ({ results }) },
  });
  await screen.findByRole('heading', { level: 1, name: 'Speed Test' });
  return { ...app, sockets, results };
}

it('measures, and shows the result among the earlier ones', async () => {
  const { user, sockets, results } = await openPage();
  await user.click(await screen.findByRole('button', { name: 'Test Drives' }));
  const [socket] = sockets;
  expect(socket?.url.pathname).toBe('/ws/speed-test/drive');
  socket?.accept();
  expect(await screen.findByText('Measuring: Drives')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Test Network' })).toHaveProperty('disabled', true);
  results.push(aResult);
  socket?.send({ finished: true, result: aResult });
  socket?.close(1000);
  expect(await screen.findByText(/Slowest drive: read 50 MiB.*\/d2/)).toBeDefined();
  expect(screen.getByText(/Not measured: .*\/d3/)).toBeDefined();
});

it('says why a test ended, and where there is nothing to measure', async () => {
  const { user, sockets } = await openPage();
  await user.click(await screen.findByRole('button', { name: 'Test Objects' }));
  sockets[0]?.accept();
  sockets[0]?.close(1008, 'AccessDenied');
  expect(await screen.findByText(/Your account has no permission/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Test Network' }));
  sockets[1]?.accept();
  sockets[1]?.send({ finished: true });
  sockets[1]?.close(1000);
  expect(await screen.findByText(/There is no network to measure/)).toBeDefined();
});

it('says what a proxy must do where no connection could be opened', async () => {
  const { user, sockets } = await openPage();
  await user.click(await screen.findByRole('button', { name: 'Test Drives' }));
  sockets[0]?.close(1006);
  expect(await screen.findByText(/^The test ended: .*must allow WebSockets/)).toBeDefined();
});

it('does not measure again by itself when the connection broke, and says so', async () => {
  const { user, sockets } = await openPage();
  await user.click(await screen.findByRole('button', { name: 'Test Drives' }));
  sockets[0]?.accept();
  sockets[0]?.close(1006);
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Test Drives' })).toHaveProperty('disabled', false),
  );
  expect(screen.getByRole('alert').textContent).toContain('The connection was lost.');
  expect(sockets).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Test Drives' }));
  expect(screen.queryByRole('alert')).toBeNull();
});
