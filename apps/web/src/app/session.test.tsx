import { listBuckets } from '@stowage/contract/buckets';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '#web/lib/api/call.ts';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { aSession } from '#web/testing/factories.ts';
import { fail, failNetwork, failRaw } from '#web/testing/fake-server.ts';
import { renderApp } from '#web/testing/render-app.tsx';

vi.mock('./screens.ts', () => import('#web/testing/screens.tsx'));

const atLogin = () => screen.findByRole('heading', { name: 'Console Login' });
const atBuckets = () => screen.findByRole('heading', { name: 'Bucket list' });
const path = () => location.pathname + location.search;

async function logIn(user: ReturnType<typeof renderApp>['user']) {
  await user.type(await screen.findByLabelText('Enter Username'), 'anna');
  await user.type(screen.getByLabelText('Enter Password'), 'secret-1');
  await user.click(screen.getByRole('button', { name: 'Login' }));
}

describe('opening the console', () => {
  it('fetches the session and shows the app [SHELL-75] [SHELL-77] [SHELL-83]', async () => {
    const { server } = renderApp({ session: aSession({ distributedMode: true }) });
    await atBuckets();
    expect(server.calls('auth.getSession')).toHaveLength(1);
    expect(clientState()).toMatchObject({
      loggedIn: true,
      operatorMode: false,
      distributedSetup: true,
    });
  });

  it('takes a setup that is not distributed as such [SHELL-83]', async () => {
    renderApp({ session: aSession({ distributedMode: false }) });
    await atBuckets();
    expect(clientState().distributedSetup).toBe(false);
  });

  it('shows nothing of the app until the session is there [SHELL-76]', async () => {
    const answer = Promise.withResolvers<ReturnType<typeof aSession>>();
    renderApp({ handlers: { 'auth.getSession': () => answer.promise } });
    await screen.findByRole('status', { name: 'Loading' });
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.queryByRole('heading')).toBeNull();
    answer.resolve(aSession());
    await atBuckets();
  });

  it('does not show the app for a session that is not ok [SHELL-76]', async () => {
    renderApp({
      handlers: {
        'auth.getSession': () => failRaw(200, JSON.stringify({ ...aSession(), status: 'expired' })),
      },
    });
    await atLogin();
  });

  it('switches to operator mode when the session says so [SHELL-78] [SHELL-79]', async () => {
    renderApp({ route: '/404', session: aSession({ operator: true }) });
    await screen.findByRole('heading', { name: '404 Not Found' });
    expect(clientState().operatorMode).toBe(true);
    await waitFor(() => expect(document.title).toBe('Operator Console'));
  });

  it.each(['/', '/buckets', '/404', '/no-such-page', '/buckets/photos/browse/a'])(
    'goes from %s to the login screen without a session [SHELL-01] [SHELL-02] [AUTH-41]',
    async (route) => {
      renderApp({ route, handlers: { 'auth.getSession': () => fail('SessionRequired') } });
      await atLogin();
      expect(location.pathname).toBe('/login');
      expect(screen.queryByRole('navigation')).toBeNull();
    },
  );

  it('goes to the login screen when the session cannot be had [SHELL-80]', async () => {
    renderApp({ handlers: { 'auth.getSession': () => fail('StorageUnreachable') } });
    await atLogin();
    expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
    expect(await screen.findByText('The storage server cannot be reached.')).toBeVisible();
  });

  it('ends a session that may open no page, and says so', async () => {
    const { server } = renderApp({ session: aSession({ pages: [] }) });
    await atLogin();
    expect(await screen.findByText('Your account has no access to this console.')).toBeVisible();
    expect(server.calls('auth.logout')).toHaveLength(1);
  });
});

describe('a session that ends', () => {
  it('saves the path with its query, forgets the token and goes to login [AUTH-38]', async () => {
    localStorage.setItem('token', 'opaque-0');
    localStorage.setItem('userLoggedIn', btoa('anna'));
    renderApp({
      route: '/buckets?filter=a%20b',
      handlers: { 'auth.getSession': () => fail('SessionRequired') },
    });
    await atLogin();
    expect(localStorage.getItem('redirect-path')).toBe('/buckets?filter=a%20b');
    expect(localStorage.getItem('token')).toBeNull();
    expect(localStorage.getItem('userLoggedIn')).toBeNull();
  });

  it('saves no path on the start page [AUTH-39]', async () => {
    renderApp({ handlers: { 'auth.getSession': () => fail('SessionRequired') } });
    await atLogin();
    expect(localStorage.getItem('redirect-path')).toBeNull();
  });

  it('never saves the callback page', async () => {
    renderApp({
      route: '/oauth_callback?code=1',
      handlers: { 'auth.getSession': () => fail('SessionRequired') },
    });
    await atLogin();
    expect(localStorage.getItem('redirect-path')).toBeNull();
  });

  it('comes back to the saved path after the login and clears it [AUTH-25] [AUTH-27]', async () => {
    const { user, server } = renderApp({
      route: '/buckets/photos/browse/2026/a%20b?sort=size',
      handlers: { 'auth.getSession': () => fail('SessionRequired') },
    });
    server.use({ 'auth.getSession': () => aSession() });
    await logIn(user);
    await screen.findByRole('heading', { name: 'Object browser' });
    expect(path()).toBe('/buckets/photos/browse/2026/a%20b?sort=size');
    expect(localStorage.getItem('redirect-path')).toBeNull();
  });

  describe('without an answer', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
    afterEach(() => void vi.useRealTimers());

    it('tries a GET twice again and then goes to login [AUTH-42]', async () => {
      localStorage.setItem('token', 'opaque-0');
      const { server } = renderApp({
        route: '/buckets',
        handlers: { 'auth.getSession': failNetwork },
      });
      await vi.advanceTimersByTimeAsync(200);
      expect(server.calls('auth.getSession')).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(100);
      expect(server.calls('auth.getSession')).toHaveLength(2);
      expect(location.pathname).toBe('/buckets');
      await vi.advanceTimersByTimeAsync(1000);
      expect(server.calls('auth.getSession')).toHaveLength(3);
      expect(location.pathname).toBe('/login');
      expect(localStorage.getItem('token')).toBeNull();
    });

    it('does not log anybody out when the second attempt is answered', async () => {
      let attempts = 0;
      renderApp({
        route: '/buckets',
        handlers: {
          'auth.getSession': () => {
            attempts += 1;
            return attempts === 1 ? failNetwork() : aSession();
          },
        },
      });
      await vi.advanceTimersByTimeAsync(2000);
      expect(screen.getByRole('heading', { name: 'Bucket list' })).toBeVisible();
    });
  });
});

describe('logout', () => {
  it('calls the server, forgets the login and goes to the login screen [AUTH-43]', async () => {
    localStorage.setItem('token', 'opaque-0');
    const { user, server } = renderApp({ route: '/buckets' });
    await atBuckets();
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await atLogin();
    expect(server.calls('auth.logout')).toHaveLength(1);
    expect(localStorage.getItem('token')).toBeNull();
    expect(localStorage.getItem('redirect-path')).toBeNull();
    expect(server.calls('auth.getSession')).toHaveLength(1);
  });

  it.each([
    ['answers with an error', () => fail('Internal')],
    ['does not answer', failNetwork],
  ])('logs out here when the server %s [AUTH-44] [AUTH-45]', async (_, logout) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    localStorage.setItem('token', 'opaque-0');
    const { user } = renderApp({ route: '/buckets', handlers: { 'auth.logout': logout } });
    await atBuckets();
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await atLogin();
    expect(location.pathname).toBe('/login');
    expect(localStorage.getItem('token')).toBeNull();
    expect(clientState().loggedIn).toBe(false);
  });

  it('leaves calls that are on their way behind', async () => {
    const { user, server, app } = renderApp({ route: '/buckets' });
    await atBuckets();
    server.use({ 'buckets.list': () => new Promise(() => {}) });
    const late = app.queryClient.fetchQuery({
      queryKey: ['late'],
      queryFn: ({ signal }) => call(listBuckets, {}, { signal }),
    });
    const left = expect(late).rejects.toThrow();
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await atLogin();
    await left;
    expect(localStorage.getItem('redirect-path')).toBeNull();
  });

  it('shows the next user none of what the last one saw', async () => {
    const { user, server, app } = renderApp({ route: '/buckets' });
    await atBuckets();
    app.queryClient.setQueryData(['buckets'], ['private']);
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await atLogin();
    expect(app.queryClient.getQueryData(['buckets'])).toBeUndefined();
    server.use({ 'auth.getSession': () => aSession({ accountName: 'bert' }) });
    await logIn(user);
    await atBuckets();
    expect(screen.getByText('Logged in as bert')).toBeInTheDocument();
  });
});
