import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { CallbackPage } from './callback-page.tsx';
import { OperatorLogin } from './components/operator-login.tsx';
import { LoginPage } from './login-page.tsx';

function open(handlers: Handlers = {}) {
  const server = fakeServer({
    'auth.getLoginStrategy': () => ({ loginStrategy: 'form' }),
    'auth.login': () => ({ sessionId: 'opaque-1' }),
    ...handlers,
  });
  return renderScreen(<LoginPage />, { route: '/login', pattern: '/login' }).then((rendered) => ({
    ...rendered,
    server,
  }));
}

function RunningOperatorLogin() {
  const [busy, setBusy] = useState(false);
  return <OperatorLogin busy={busy} onLogin={() => setBusy(true)} />;
}

const loginButton = () => screen.findByRole('button', { name: 'Login' });

describe('the login strategy', () => {
  it('is asked from the server; a spinner shows until it is known [AUTH-02] [AUTH-20]', async () => {
    const answer = Promise.withResolvers<{ loginStrategy: 'form' }>();
    const { server } = await open({ 'auth.getLoginStrategy': () => answer.promise });
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
    expect(screen.queryByRole('heading')).toBeNull();
    answer.resolve({ loginStrategy: 'form' });
    expect(await screen.findByRole('heading', { name: 'Console Login' })).toBeVisible();
    expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
    expect(server.calls('auth.getLoginStrategy')).toHaveLength(1);
  });

  it.each([
    ['form', 'Console Login', 'Console Login'],
    ['redirect', 'Welcome', 'Welcome · Stowage'],
    ['service-account', 'Operator Login', 'Operator Login · Stowage'],
  ] as const)(
    'of %s has its own layout [AUTH-02] [AUTH-03] [AUTH-04]',
    async (loginStrategy, heading, title) => {
      await open({ 'auth.getLoginStrategy': () => ({ loginStrategy, redirect: '/sso' }) });
      await screen.findByRole('heading', { name: heading });
      expect(screen.getAllByRole('heading')).toHaveLength(1);
      expect(document.title).toBe(title);
    },
  );

  it('says when it cannot be loaded and loads it again on Retry [AUTH-21] [AUTH-22] [AUTH-23]', async () => {
    const { user, server } = await open({ 'auth.getLoginStrategy': () => fail('Internal') });
    const text = 'An error has occurred, the backend cannot be reached';
    expect(await screen.findByText(text)).toBeVisible();
    const answer = Promise.withResolvers<{ loginStrategy: 'form' }>();
    server.use({ 'auth.getLoginStrategy': () => answer.promise });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeVisible();
    expect(screen.queryByText(text)).toBeNull();
    answer.resolve({ loginStrategy: 'form' });
    await screen.findByRole('heading', { name: 'Console Login' });
    expect(server.calls('auth.getLoginStrategy')).toHaveLength(2);
  });

  it('shows what the server says about itself', async () => {
    await open({
      'auth.getLoginStrategy': () => ({
        loginStrategy: 'form',
        storageHost: 'storage.example.test',
        version: '1.0',
        sessionHours: 12,
      }),
    });
    expect(await screen.findByText('storage.example.test · version 1.0')).toBeVisible();
    const end = 'The session ends when you log out or after 12 hours.';
    expect(screen.getByText(end)).toBeVisible();
  });
});

describe('the form login', () => {
  it('has its heading, two fields and a button [AUTH-06] [AUTH-07] [AUTH-08]', async () => {
    await open();
    expect(await screen.findByRole('heading', { name: 'Console Login' })).toBeVisible();
    expect(screen.getByLabelText('Enter Username')).toHaveFocus();
    expect(screen.getByLabelText('Enter Password')).toHaveAttribute('type', 'password');
    expect(await loginButton()).toBeVisible();
  });

  it('can be sent only with both fields filled [AUTH-09]', async () => {
    const { user } = await open();
    expect(await loginButton()).toBeDisabled();
    await user.type(screen.getByLabelText('Enter Username'), 'anna');
    expect(await loginButton()).toBeDisabled();
    await user.clear(screen.getByLabelText('Enter Username'));
    await user.type(screen.getByLabelText('Enter Password'), 'secret-1');
    expect(await loginButton()).toBeDisabled();
    await user.type(screen.getByLabelText('Enter Username'), 'anna');
    expect(await loginButton()).not.toBeDisabled();
  });

  it('is locked and shows a progress bar while it runs [AUTH-10] [AUTH-11]', async () => {
    const answer = Promise.withResolvers<{ sessionId: string }>();
    const { user } = await open({ 'auth.login': () => answer.promise });
    await user.type(await screen.findByLabelText('Enter Username'), 'anna');
    expect(screen.queryByRole('progressbar')).toBeNull();
    await user.type(screen.getByLabelText('Enter Password'), 'secret-1{Enter}');
    const bar = await screen.findByRole('progressbar');
    expect(bar).toBeVisible();
    expect(bar).not.toHaveAttribute('aria-valuenow');
    expect(await loginButton()).toBeDisabled();
    answer.resolve({ sessionId: 'opaque-1' });
  });

  it('sends what was typed and marks the user as logged in [AUTH-12] [AUTH-24] [AUTH-26]', async () => {
    const { user, server, history } = await open();
    await user.type(await screen.findByLabelText('Enter Username'), 'änne');
    await user.type(screen.getByLabelText('Enter Password'), 'secret-1');
    expect(clientState().loggedIn).toBe(false);
    await user.click(await loginButton());
    expect(server.calls('auth.login')[0]?.body).toEqual({
      accessKey: 'änne',
      secretKey: 'secret-1',
      keepSignedIn: false,
    });
    expect(clientState().loggedIn).toBe(true);
    expect(localStorage.getItem('userLoggedIn')).toBe('w6RubmU=');
    expect(localStorage.getItem('token')).toBe('opaque-1');
    expect(history.location.pathname).toBe('/');
  });

  it('lets the server keep the password only when asked to, and says for how long', async () => {
    const { user, server } = await open({
      'auth.getLoginStrategy': () => ({
        loginStrategy: 'form',
        sessionHours: 12,
        keptSessionHours: 168,
      }),
    });
    await user.type(await screen.findByLabelText('Enter Username'), 'anna');
    const keep = screen.getByRole('checkbox', { name: 'Keep me signed in' });
    expect(keep).not.toBeChecked();
    expect(screen.getByText(/after 12 hours/)).toBeVisible();
    await user.click(keep);
    expect(screen.getByText(/up to 7 days. The server keeps your password/)).toBeVisible();
    await user.type(screen.getByLabelText('Enter Password'), 'secret-1{Enter}');
    expect(server.calls('auth.login')[0]?.body).toMatchObject({ keepSignedIn: true });
  });

  it('goes to the saved path and clears it [AUTH-25] [AUTH-27]', async () => {
    localStorage.setItem('redirect-path', '/buckets?filter=a');
    const { user, history } = await open();
    await user.type(await screen.findByLabelText('Enter Username'), 'anna');
    await user.type(screen.getByLabelText('Enter Password'), 'secret-1{Enter}');
    expect(history.location.href).toBe('/buckets?filter=a');
    expect(localStorage.getItem('redirect-path')).toBeNull();
  });

  it.each(['//evil.example/x', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'does not follow a saved path that leads elsewhere: %s',
    async (saved) => {
      localStorage.setItem('redirect-path', saved);
      const { user, history } = await open();
      await user.type(await screen.findByLabelText('Enter Username'), 'anna');
      await user.type(screen.getByLabelText('Enter Password'), 'secret-1{Enter}');
      expect(history.location.href).toBe('/');
    },
  );

  it('can be used again after a failure and saves no session [AUTH-28]', async () => {
    const { user, history } = await open({ 'auth.login': () => fail('InvalidLogin') });
    await user.type(await screen.findByLabelText('Enter Username'), 'anna');
    await user.type(screen.getByLabelText('Enter Password'), 'wrong{Enter}');
    expect(await loginButton()).not.toBeDisabled();
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getByLabelText('Enter Username')).toHaveValue('anna');
    expect(history.location.pathname).toBe('/login');
    expect(clientState().loggedIn).toBe(false);
    expect(localStorage.getItem('token')).toBeNull();
  });
});

describe('the login with temporary keys', () => {
  it('asks for their token, and keeps nothing signed in', async () => {
    const { user, server } = await open();
    await user.type(await screen.findByLabelText('Enter Username'), 'anna');
    await user.type(screen.getByLabelText('Enter Password'), 'secret-1');
    await user.click(screen.getByRole('checkbox', { name: 'Use temporary keys' }));
    expect(screen.queryByRole('checkbox', { name: 'Keep me signed in' })).toBeNull();
    expect(await loginButton()).toBeDisabled();
    await user.type(screen.getByLabelText('Session Token'), 'a.b.c');
    await user.click(await loginButton());
    expect(server.calls('auth.login')[0]?.body).toEqual({
      accessKey: 'anna',
      secretKey: 'secret-1',
      sessionToken: 'a.b.c',
      keepSignedIn: false,
    });
  });
});

describe('the redirect login', () => {
  const redirect = '/api/v1/login/openid/openid';

  it('welcomes and links to the identity provider [AUTH-13] [AUTH-14]', async () => {
    await open({ 'auth.getLoginStrategy': () => ({ loginStrategy: 'redirect', redirect }) });
    await screen.findByRole('heading', { name: 'Welcome' });
    const link = screen.getByRole('link', { name: 'Login with SSO' });
    expect(link).toHaveAttribute('href', redirect);
  });

  it('has a link to each of several providers', async () => {
    const providers = [
      { name: 'openid', displayName: 'Anna & Co', redirect },
      { name: 'dex', redirect: '/api/v1/login/openid/dex' },
    ];
    await open({
      'auth.getLoginStrategy': () => ({ loginStrategy: 'redirect', redirect, providers }),
    });
    expect(await screen.findByRole('link', { name: 'Anna & Co' })).toHaveAttribute(
      'href',
      redirect,
    );
    const dex = screen.getByRole('link', { name: 'Login with dex' });
    expect(dex).toHaveAttribute('href', '/api/v1/login/openid/dex');
  });

  it('lets those in by the form whom no provider knows, and leads back', async () => {
    const { user } = await open({
      'auth.getLoginStrategy': () => ({ loginStrategy: 'redirect', redirect }),
    });
    await user.click(await screen.findByRole('button', { name: 'Use username and password' }));
    expect(screen.getByLabelText('Enter Username')).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Use single sign-on' }));
    expect(screen.getByRole('link', { name: 'Login with SSO' })).toBeVisible();
  });
});

describe('the page that an identity provider returns to', () => {
  const land = (query: string, handlers: Handlers = {}) => {
    const server = fakeServer(handlers);
    const address = { route: `/oauth_callback${query}` };
    return renderScreen(<CallbackPage />, address).then((rendered) => ({ ...rendered, server }));
  };
  const welcome: Handlers = {
    'auth.finishSignOn': () => ({ sessionId: 'opaque-1', accountName: 'anna' }),
  };

  it('shows the error and its description as text, and calls nobody [AUTH-30] [AUTH-31] [AUTH-32]', async () => {
    const { server } = await land(
      '?code=1&state=2&error=access_denied&error_description=%3Cb%3EAsk%20Anna%3C%2Fb%3E',
      welcome,
    );
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('IDP Error:')).toBeVisible();
    expect(within(alert).getByText('access_denied')).toBeVisible();
    expect(within(alert).getByText('<b>Ask Anna</b>')).toBeVisible();
    expect(server.calls('auth.finishSignOn')).toEqual([]);
    expect(within(alert).getByRole('link', { name: 'Back to the login' })).toBeVisible();
  });

  it('shows nothing hidden and nothing without end of what somebody wrote into the address', async () => {
    const text = encodeURIComponent(`a\u202egpj.exe ${'x'.repeat(5000)}`);
    await land(`?error=access_denied&error_description=${text}`, welcome);
    const alert = await screen.findByRole('alert');
    const description = within(alert).getByText(/^a\[U\+202E\]gpj\.exe x+$/);
    expect(description.textContent?.length).toBeLessThan(600);
  });

  it('sends code and state once, keeps the session and goes to the saved path [AUTH-33] [AUTH-34] [AUTH-35]', async () => {
    localStorage.setItem('redirect-path', '/buckets?filter=a');
    const { server, history } = await land('?code=1&state=2&iss=https%3A%2F%2Fid.test', welcome);
    await waitFor(() => expect(history.location.href).toBe('/buckets?filter=a'));
    expect(server.calls('auth.finishSignOn').map(({ body }) => body)).toEqual([
      { code: '1', state: '2', iss: 'https://id.test' },
    ]);
    expect(localStorage.getItem('token')).toBe('opaque-1');
    expect(localStorage.getItem('userLoggedIn')).toBe(btoa('anna'));
    expect(localStorage.getItem('redirect-path')).toBeNull();
    expect(clientState().loggedIn).toBe(true);
  });

  it('goes to the first page where no path was saved [AUTH-36]', async () => {
    const { history } = await land('?code=1&state=2', welcome);
    await waitFor(() => expect(history.location.href).toBe('/'));
  });

  it('goes to the login when the login was not accepted, and says so [AUTH-37]', async () => {
    const { history } = await land('?code=1&state=2', {
      'auth.finishSignOn': () => fail('SignOnFailed'),
    });
    await waitFor(() => expect(history.location.pathname).toBe('/login'));
    expect(localStorage.getItem('token')).toBeNull();
    expect(clientState().loggedIn).toBe(false);
    expect(JSON.stringify(clientState())).toContain('was not accepted. Log in again.');
  });

  it('leads to the login where it is given nothing', async () => {
    const { history } = await land('');
    await waitFor(() => expect(history.location.pathname).toBe('/login'));
  });
});

describe('the operator login', () => {
  const strategy: Handlers = {
    'auth.getLoginStrategy': () => ({ loginStrategy: 'service-account' }),
  };

  it('has its heading, one field and a button [AUTH-15] [AUTH-16] [AUTH-17]', async () => {
    const { container } = await open(strategy);
    await screen.findByRole('heading', { name: 'Operator Login' });
    expect(container.querySelectorAll('input')).toHaveLength(1);
    expect(container.querySelector('input')).toBe(screen.getByLabelText('JWT'));
    expect(await loginButton()).toBeVisible();
  });

  it('can be sent only with a token [AUTH-18]', async () => {
    const { user } = await open(strategy);
    expect(await loginButton()).toBeDisabled();
    await user.type(screen.getByLabelText('JWT'), 'a.b.c');
    expect(await loginButton()).not.toBeDisabled();
  });

  it('is locked while a request runs [AUTH-19]', async () => {
    const { user } = await renderScreen(<RunningOperatorLogin />);
    await user.type(screen.getByLabelText('JWT'), 'a.b.c');
    expect(await loginButton()).not.toBeDisabled();
    await user.click(await loginButton());
    expect(await loginButton()).toBeDisabled();
    expect(screen.getByLabelText('JWT')).toHaveValue('a.b.c');
  });

  it('says that this server does not offer it', async () => {
    const { user } = await open(strategy);
    await user.type(await screen.findByLabelText('JWT'), 'a.b.c{Enter}');
    expect(clientState().modalSnackBar?.message).toBe(
      'This console server does not offer the operator login.',
    );
    expect(await loginButton()).not.toBeDisabled();
  });
});

describe('the panel', () => {
  it('stands alone on the page', async () => {
    await open();
    await screen.findByRole('heading', { name: 'Console Login' });
    const main = screen.getByRole('main');
    expect(within(main).getByText('Stowage')).toBeVisible();
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});
