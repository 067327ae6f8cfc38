import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { openAddress } from '#web/lib/api/open-address.ts';
import { fakeServer } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ProviderLoginPage } from './provider-login-page.tsx';

vi.mock('#web/lib/api/open-address.ts', () => ({ openAddress: vi.fn() }));
beforeEach(() => vi.mocked(openAddress).mockReset());

async function open(name: string, providers: readonly string[]) {
  fakeServer({
    'auth.getLoginStrategy': () =>
      providers.length === 0
        ? { loginStrategy: 'form' }
        : {
            loginStrategy: 'redirect',
            providers: providers.map((one) => ({
              name: one,
              redirect: `/api/v1/login/openid/${one}`,
            })),
          },
  });
  return renderScreen(<ProviderLoginPage />, {
    route: `/login/${name}`,
    pattern: '/login/:provider',
  });
}

it('leads straight to the provider that the address names', async () => {
  await open('dex', ['keycloak', 'dex']);
  await waitFor(() => expect(openAddress).toHaveBeenCalledWith('/api/v1/login/openid/dex'));
  expect(openAddress).toHaveBeenCalledTimes(1);
});

it('says that there is no such provider, and offers those that there are', async () => {
  await open('entra', ['keycloak']);
  expect(await screen.findByRole('alert')).toHaveTextContent('no identity provider entra here');
  expect(screen.getByRole('link', { name: 'Login with SSO' })).toBeVisible();
  expect(openAddress).not.toHaveBeenCalled();
});

it('offers the form where there are none', async () => {
  await open('https:%2F%2Fevil.example', []);
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Console Login' })).toBeVisible();
  expect(openAddress).not.toHaveBeenCalled();
});
