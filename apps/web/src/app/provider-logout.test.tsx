import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openAddress } from '#web/lib/api/open-address.ts';
import { renderApp } from '#web/testing/render-app.tsx';

vi.mock('./screens.ts', () => import('#web/testing/screens.tsx'));
vi.mock('#web/lib/api/open-address.ts', () => ({ openAddress: vi.fn() }));

it('ends the login at the provider after the one here, where the server names it', async () => {
  const redirect = 'https://id.example.net/logout?id_token_hint=a';
  const { user } = renderApp({
    route: '/buckets',
    handlers: { 'auth.logout': () => ({ redirect }) },
  });
  await user.click(await screen.findByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(openAddress).toHaveBeenCalledWith(redirect));
  expect(await screen.findByRole('heading', { name: 'Console Login' })).toBeVisible();
});
