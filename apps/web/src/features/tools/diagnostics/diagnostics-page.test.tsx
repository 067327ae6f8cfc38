import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { fakeSockets } from '#web/testing/fake-sockets.ts';
import { renderApp } from '#web/testing/render-app.tsx';

const saved = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/save-text.ts', () => ({ saveText: saved }));

const aReport = {
  timestamp: '2026-11-22T10:00:00Z',
  receivedAt: '2026-11-22T10:00:00Z',
  version: '3',
  sys: { cpus: [{ addr: 'a' }] },
  minio: {
    info: {
      servers: [
        {
          ...{ endpoint: 'node1:9000', state: 'online', version: '2026-01-01', uptime: 5 },
          drives: [
            { endpoint: '/d1', state: 'ok', totalspace: 1024, usedspace: 1000 },
            { endpoint: '/d2', state: 'offline' },
          ],
        },
      ],
    },
  },
};
const failure = 'An error occurred while getting Diagnostic file.';

async function startDiagnostic() {
  const sockets = fakeSockets();
  const app = renderApp({ route: '/tools/diagnostics' });
  await app.user.click(await screen.findByRole('button', { name: 'Start Diagnostic' }));
  const [socket] = sockets;
  if (!socket) throw new Error('no socket was opened');
  return { ...app, socket, sockets };
}

const download = () => screen.getByRole('button', { name: 'Download' });

describe('the page Diagnostics', () => {
  it('has Start Diagnostic and a Download that waits for a report [DIAG-01] [DIAG-02] [DIAG-09]', async () => {
    renderApp({ route: '/tools/diagnostics' });
    expect(await screen.findByRole('button', { name: 'Start Diagnostic' })).toBeDefined();
    expect(download()).toHaveProperty('disabled', true);
  });

  it('says that it began, and shows what was gathered so far [DIAG-03] [DIAG-05] [DIAG-06] [WS-11]', async () => {
    const { socket } = await startDiagnostic();
    expect(socket.url.href).toBe(`ws://${location.host}/ws/health-info?deadline=1h`);
    expect(
      await screen.findByText('Diagnostic started. Please do not refresh page during diagnosis.'),
    ).toBeDefined();
    expect(clientState().serverDiagnosticStatus).toBe('inProgress');
    const spinner = screen.getByRole('status', { name: 'Gathering the report' });
    socket.accept();
    socket.send({ timestamp: aReport.timestamp, progress: ['sys.cpus', 'sys.osinfo'] });
    await waitFor(() => expect(spinner).toHaveTextContent(/sys\.cpus.*sys\.osinfo/));
    expect(download()).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Start Diagnostic' })).toHaveProperty(
      'disabled',
      true,
    );
  });

  it('shows what stands out and lets the report be downloaded [DIAG-04] [DIAG-07] [DIAG-08] [DIAG-12]', async () => {
    const { user, socket } = await startDiagnostic();
    socket.accept();
    socket.send(aReport);
    socket.close(1000);
    expect(await screen.findByText('Diagnostic file is ready to be downloaded.')).toBeDefined();
    expect(clientState().serverDiagnosticStatus).toBe('success');
    expect(await screen.findByText(/Drive .*\/d2.* is offline/)).toBeDefined();
    expect(screen.getByText(/Drive .*\/d1.* is 98 % full/)).toBeDefined();
    expect(screen.getByText(/1000 B of 1.0 KiB/)).toBeDefined();
    await user.click(download());
    expect(saved).toHaveBeenCalledWith('diagnostic.json', expect.any(String), 'application/json');
    expect(JSON.parse(saved.mock.calls[0]?.[1])).toEqual(aReport);
  });

  it.each([1011, 1008, 1006, 1001])(
    'says that it failed when the socket closes with %i [DIAG-10] [DIAG-11]',
    async (code) => {
      const { socket, sockets } = await startDiagnostic();
      socket.accept();
      socket.close(code);
      expect(await screen.findByText(failure)).toBeDefined();
      expect(clientState().serverDiagnosticStatus).toBe('error');
      expect(download()).toHaveProperty('disabled', true);
      expect(sockets).toHaveLength(1);
    },
  );

  it('says that it failed when no socket was opened [DIAG-11]', async () => {
    const { socket } = await startDiagnostic();
    socket.close(1006);
    expect(await screen.findByText(failure)).toBeDefined();
    expect(clientState().modalSnackBar?.detailedErrorMsg).toMatch(/must allow WebSockets/);
    expect(clientState().serverDiagnosticStatus).toBe('error');
  });

  it('gives up what it gathers when the page is left', async () => {
    const { socket, unmount } = await startDiagnostic();
    socket.accept();
    unmount();
    expect(socket.closedBy).toBe(1000);
    expect(clientState().serverDiagnosticStatus).toBe('');
  });
});
