import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, type Handlers } from '#web/testing/fake-server.ts';
import { renderApp } from '#web/testing/render-app.tsx';

const saved = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/save-text.ts', () => ({ saveText: saved }));
beforeEach(() => saved.mockReset());

async function openPage(profile: NonNullable<Handlers['tools.profile']>) {
  const app = renderApp({ route: '/tools/profile', handlers: { 'tools.profile': profile } });
  await screen.findByRole('heading', { level: 1, name: 'Profile' });
  return app;
}

describe('the page Profile', () => {
  it('records what is chosen, and saves the zip', async () => {
    const { user, server } = await openPage(() => new Blob(['zip']));
    await user.click(screen.getByRole('checkbox', { name: 'Memory' }));
    await user.click(screen.getByRole('button', { name: 'Record' }));
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
    expect(server.calls('tools.profile').map(({ body }) => body)).toEqual([
      { kinds: ['cpu'], seconds: 10 },
    ]);
    expect(saved).toHaveBeenCalledWith('profile.zip', expect.anything(), 'application/zip');
  });

  it('wants a profile to be chosen', async () => {
    const { user } = await openPage(() => new Blob(['zip']));
    await user.click(screen.getByRole('checkbox', { name: 'CPU' }));
    await user.click(screen.getByRole('checkbox', { name: 'Memory' }));
    expect(screen.getByText('Choose at least one profile.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Record' })).toHaveProperty('disabled', true);
  });

  it('saves nothing when it is cancelled', async () => {
    const { user } = await openPage(() => new Promise(() => undefined));
    await user.click(screen.getByRole('button', { name: 'Record' }));
    expect(await screen.findByText('Recording for 10 seconds')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Record' })).toBeDefined();
    expect(saved).not.toHaveBeenCalled();
  });

  it('says what the storage server does not offer', async () => {
    const { user } = await openPage(() => fail('NotSupported'));
    await user.click(screen.getByRole('button', { name: 'Record' }));
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(saved).not.toHaveBeenCalled();
  });
});
