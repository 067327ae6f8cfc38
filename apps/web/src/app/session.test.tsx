import { listBuckets } from '@stowage/contract/buckets';
import { PAGES } from '@stowage/contract/pages';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '#web/lib/api/call.ts';
import { clientState, setClientState } from '#web/lib/client-state/client-state.ts';
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

  /** An address for each page of the console, whether or not it has a screen. */
  const everyAddress = PAGES.map(({ pattern }) => pattern.replace(/:\w+\+?|\*/g, 'some-name'));

  it.each(['/', '/404', '/no-such-page', '/no/such/page', '/loginx', '/login/x', ...everyAddress])(
    'goes from %s to the login screen without a session [SHELL-01] [SHELL-02]',
    async (route) => {
      renderApp({ route, handlers: { 'auth.getSession': () => fail('SessionRequired') } });
      await atLogin();
      expect(location.pathname).toBe('/login');
      expect(screen.queryByRole('navigation')).toBeNull();
    },
  );

  it.each(['/login', '/oauth_callback?error=denied'])(
    'asks for no session at %s [SHELL-01]',
    async (route) => {
      const { server } = renderApp({ route });
      await screen.findByRole('heading', { name: /Console Login|IDP Error:/ });
      expect(server.calls('auth.getSession')).toEqual([]);
      expect(path()).toBe(route);
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

  it('leads to the login from any page, and says so to whoever was logged in [AUTH-41]', async () => {
    const { server, app } = renderApp({ route: '/buckets' });
    await atBuckets();
    server.use({ 'buckets.list': () => fail('SessionRequired') });
    await expect(call(listBuckets, {})).rejects.toThrow();
    await atLogin();
    expect(await screen.findByText('Your session has ended. Log in again.')).toBeVisible();
    setClientState({ modalSnackBar: null });
    app.dispose();
    cleanup();
    renderApp({ handlers: { 'auth.getSession': () => fail('SessionRequired') } });
    await atLogin();
    expect(clientState().modalSnackBar).toBeNull();
  });

  describe('with its temporary credentials', () => {
    beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
    afterEach(() => void vi.useRealTimers());

    it('warns five minutes before and leads to the login when the server says that it is over', async () => {
      const { server } = renderApp({ route: '/buckets', session: aSession({ endsIn: 3600 }) });
      await atBuckets();
      await vi.advanceTimersByTimeAsync(54 * 60_000);
      expect(clientState().modalSnackBar).toBeNull();
      await vi.advanceTimersByTimeAsync(61_000);
      expect(clientState().modalSnackBar).toMatchObject({
        message: expect.stringMatching(
          /^Your session ends at .+\. Save your work, then log in again\.$/,
        ),
        notice: 'lasting',
      });
      server.use({ 'auth.getSession': () => fail('SessionRequired') });
      await vi.advanceTimersByTimeAsync(5 * 60_000);
      await atLogin();
      expect(localStorage.getItem('redirect-path')).toBe('/buckets');
    });
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

describe('a login', () => {
  it('leaves no password behind in the page', async () => {
    const { user, app } = renderApp({
      route: '/login',
      handlers: { 'auth.getSession': () => fail('SessionRequired') },
    });
    await atLogin();
    await logIn(user);
    await waitFor(() => expect(app.queryClient.getMutationCache().getAll()).toEqual([]));
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

  it('leads from the list of sessions to the question before all of them end', async () => {
    const sessions = [
      {
        ...{ id: 'a'.repeat(64), current: true, address: '192.0.2.1', userAgent: 'curl/8' },
        ...{ createdAt: '2026-03-03T10:00:00Z', usedAt: '2026-03-03T10:00:00Z' },
      },
    ];
    const { user } = renderApp({
      route: '/buckets',
      handlers: { 'auth.listSessions': () => ({ sessions }) },
    });
    await atBuckets();
    await user.click(screen.getByRole('button', { name: 'Logged in as root' }));
    await user.click(await screen.findByRole('menuitem', { name: 'My sessions' }));
    const list = await screen.findByRole('dialog', { name: 'My sessions' });
    await within(list).findByText('This session');
    await user.click(within(list).getByRole('button', { name: 'End all my sessions' }));
    await screen.findByRole('dialog', { name: 'End all my sessions' });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'My sessions' })).toBeNull());
  });

  it('ends all sessions after a question, and says how many they were', async () => {
    localStorage.setItem('token', 'opaque-0');
    const { user, server } = renderApp({
      route: '/buckets',
      handlers: { 'auth.endSessions': () => ({ ended: 3 }) },
    });
    await atBuckets();
    await user.click(screen.getByRole('button', { name: 'Logged in as root' }));
    await user.click(await screen.findByRole('menuitem', { name: 'End all my sessions' }));
    const dialog = await screen.findByRole('dialog', { name: 'End all my sessions' });
    expect(server.calls('auth.endSessions')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'End sessions' }));
    await atLogin();
    expect(await screen.findByText('3 sessions ended.')).toBeVisible();
    expect(server.calls('auth.endSessions')).toHaveLength(1);
    expect(localStorage.getItem('token')).toBeNull();
    expect(localStorage.getItem('redirect-path')).toBeNull();
  });

  it('that the server missed keeps the console shut and is repeated first', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const first = renderApp({ route: '/buckets', handlers: { 'auth.logout': failNetwork } });
    await atBuckets();
    await first.user.click(screen.getByRole('button', { name: 'Logout' }));
    await atLogin();
    first.unmount();

    const second = renderApp({ route: '/buckets', handlers: { 'auth.logout': failNetwork } });
    await atLogin();
    expect(second.server.calls('auth.logout')).toHaveLength(1);
    expect(second.server.calls('auth.getSession')).toEqual([]);
    second.unmount();

    const third = renderApp({
      route: '/buckets',
      handlers: { 'auth.getSession': () => fail('SessionRequired') },
    });
    await atLogin();
    expect(third.server.calls('auth.logout')).toHaveLength(1);
    third.server.use({ 'auth.getSession': () => aSession() });
    await logIn(third.user);
    await atBuckets();
    expect(third.server.calls('auth.logout')).toHaveLength(1);
  });

  it('that the server missed is repeated before the next login', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { user, server } = renderApp({
      route: '/buckets',
      handlers: { 'auth.logout': failNetwork },
    });
    await atBuckets();
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await atLogin();
    await logIn(user);
    await atBuckets();
    expect(server.calls('auth.logout')).toHaveLength(2);
    expect(localStorage.getItem('logout-pending')).toBeNull();
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

  it('calls its user as the directory or provider does, not as the storage server', async () => {
    const account = { accountName: 'uid=ann,ou=people,dc=example,dc=com', loginName: 'ann' };
    renderApp({ route: '/buckets', session: aSession(account) });
    await atBuckets();
    expect(screen.getByText('Logged in as ann')).toBeInTheDocument();
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

describe('local storage', () => {
  it('holds who is logged in, the token, the way back and the menu, and nothing else [SHELL-85]', async () => {
    const { user, server } = renderApp({
      route: '/buckets',
      handlers: { 'auth.getSession': () => fail('SessionRequired') },
    });
    await atLogin();
    expect({ ...localStorage }).toEqual({ 'redirect-path': '/buckets' });
    server.use({ 'auth.getSession': () => aSession() });
    await logIn(user);
    await atBuckets();
    await user.click(screen.getByRole('button', { name: 'Collapse menu' }));
    expect({ ...localStorage }).toEqual({
      userLoggedIn: btoa('anna'),
      token: 'opaque-1',
      sidebarOpen: 'false',
    });
  });
});
