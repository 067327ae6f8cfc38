import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { noteRestart } from '#web/entities/session/restart-need.ts';
import { sessionQuery } from '#web/entities/session/session.ts';
import { clientState, setClientState } from '#web/lib/client-state/client-state.ts';
import { aSession } from '#web/testing/factories.ts';
import { fail, failRaw, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { RestartBanner } from './restart-banner.tsx';
import { SnackBar } from './snack-bar.tsx';

const needed = 'The instance needs to be restarted for configuration changes to take effect.';

async function open(restart: Handlers['service.restart']) {
  const server = fakeServer(restart === undefined ? {} : { 'service.restart': restart });
  const rendered = await renderScreen(
    <>
      <RestartBanner />
      <SnackBar />
    </>,
  );
  setClientState({ serverNeedsRestart: true });
  const button = await screen.findByRole('button', { name: 'Restart' });
  return { ...rendered, server, button };
}

describe('the restart banner', () => {
  it('shows only when the server needs a restart [SHELL-47] [SHELL-48]', async () => {
    await renderScreen(<RestartBanner />);
    expect(screen.queryByText(needed)).toBeNull();
    setClientState({ serverNeedsRestart: true });
    expect(await screen.findByText(needed)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Restart' })).toBeVisible();
  });

  it('shows that the server restarts, and is gone afterwards [SHELL-49] [SHELL-50]', async () => {
    const answer = Promise.withResolvers<undefined>();
    const { user, button, server } = await open(() => answer.promise);
    await user.click(button);
    expect(await screen.findByText('The server is restarting.')).toBeVisible();
    expect(screen.getByRole('progressbar')).toBeVisible();
    expect(screen.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow');
    expect(clientState().serverIsLoading).toBe(true);
    answer.resolve(undefined);
    await waitFor(() => expect(screen.queryByText('The server is restarting.')).toBeNull());
    expect(clientState()).toMatchObject({ serverIsLoading: false, serverNeedsRestart: false });
    expect(server.calls('service.restart')).toHaveLength(1);
  });

  it.each([
    ['a bare 502', () => failRaw(502, null)],
    ['a storage server that cannot be reached', () => fail('StorageUnreachable')],
  ])('takes %s as restarted [SHELL-51] [SETTINGS-46]', async (_, restart) => {
    const { user, button } = await open(restart);
    await user.click(button);
    await waitFor(() => expect(clientState().serverNeedsRestart).toBe(false));
    expect(clientState().serverIsLoading).toBe(false);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that the server does not answer any more, and can be tried again', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { user, button } = await open(() => fail('StorageTimeout'));
    await user.click(button);
    expect(await screen.findByText(/has not answered since the restart/)).toBeVisible();
    expect(log).toHaveBeenCalledOnce();
    expect(screen.getByRole('button', { name: 'Restart' })).toBeVisible();
    expect(clientState()).toMatchObject({ serverIsLoading: false, serverNeedsRestart: true });
  });

  it('only logs any other failure [SHELL-52] [SETTINGS-45]', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { user, button } = await open(() => fail('AccessDenied'));
    await user.click(button);
    await waitFor(() => expect(log).toHaveBeenCalledOnce());
    expect(clientState()).toMatchObject({ serverIsLoading: false, serverNeedsRestart: true });
    expect(screen.getByText(needed)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows to another administrator, and after a reload, what was saved before', async () => {
    const server = fakeServer({ 'service.restart': () => undefined });
    const session = aSession({ restartNeeded: true });
    const { user } = await renderScreen(<RestartBanner />, { session });
    expect(await screen.findByText(needed)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Restart' }));
    await waitFor(() => expect(screen.queryByText(needed)).toBeNull());
    expect(server.calls('service.restart')).toHaveLength(1);
    expect(clientState().serverNeedsRestart).toBe(false);
  });

  it('asks again when somebody comes back to the page', async () => {
    let restartNeeded = true;
    fakeServer({ 'auth.getSession': () => aSession({ restartNeeded }) });
    const { queryClient } = await renderScreen(<RestartBanner />);
    const comeBack = () => {
      // Pretends that this was a while ago.
      const { queryKey } = sessionQuery;
      queryClient.setQueryData(queryKey, (session) => session, { updatedAt: 1 });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    };
    expect(screen.queryByText(needed)).toBeNull();
    comeBack();
    expect(await screen.findByText(needed)).toBeVisible();
    restartNeeded = false;
    comeBack();
    await waitFor(() => expect(screen.queryByText(needed)).toBeNull());
  });

  it('says what the saved settings wait for without making the session seem newer', async () => {
    const { queryClient } = await renderScreen(<RestartBanner />);
    const { queryKey } = sessionQuery;
    queryClient.setQueryData(queryKey, (session) => session, { updatedAt: 1 });
    act(() => noteRestart(queryClient, { restart: false }));
    expect(screen.queryByText(needed)).toBeNull();
    act(() => noteRestart(queryClient, { restart: true }));
    expect(await screen.findByText(needed)).toBeVisible();
    expect(queryClient.getQueryState(queryKey)?.dataUpdatedAt).toBe(1);
  });
});
