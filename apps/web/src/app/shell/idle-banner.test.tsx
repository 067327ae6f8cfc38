import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aSession } from '#web/testing/factories.ts';
import { fail } from '#web/testing/fake-server.ts';
import { renderApp } from '#web/testing/render-app.tsx';

vi.mock('../screens.ts', () => import('#web/testing/screens.tsx'));

const minute = 60_000;
const notice = /You have not used the console for a while/;

async function open(endsIn: number) {
  const session = aSession({ endsIn, idleSeconds: 3600 });
  const { server } = renderApp({ route: '/buckets', session });
  await screen.findByRole('heading', { name: 'Bucket list' });
  // The dock loads last, and its request counts as activity too.
  await waitFor(() => expect(server.calls('jobs.list')).not.toEqual([]));
  return server;
}

describe('a session that nobody uses', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => void vi.useRealTimers());

  it('says some minutes before that it will end, and stays when asked to', async () => {
    const server = await open(7 * 24 * 3600);
    await vi.advanceTimersByTimeAsync(53 * minute);
    expect(screen.queryByText(notice)).toBeNull();
    await vi.advanceTimersByTimeAsync(1.5 * minute);
    expect(await screen.findByText(notice)).toBeVisible();
    const before = server.calls('auth.getSession').length;
    fireEvent.click(screen.getByRole('button', { name: 'Stay logged in' }));
    await waitFor(() => expect(screen.queryByText(notice)).toBeNull());
    expect(server.calls('auth.getSession')).toHaveLength(before + 1);
  });

  it('leads to the login when the server says that it is over', async () => {
    const server = await open(7 * 24 * 3600);
    server.use({ 'auth.getSession': () => fail('SessionRequired') });
    await vi.advanceTimersByTimeAsync(61 * minute);
    await screen.findByRole('heading', { name: 'Console Login' });
  });

  it('says nothing of it where the session ends sooner in any case', async () => {
    await open(3000);
    await vi.advanceTimersByTimeAsync(49 * minute);
    expect(screen.queryByText(notice)).toBeNull();
  });
});
