import type { AnyonesSession } from '@stowage/contract/console-sessions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aSession } from '#web/testing/factories.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ConsoleSessionsPage } from './console-sessions-page.tsx';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const openSession = (id: string, parts: Partial<AnyonesSession> = {}): AnyonesSession => ({
  ...{ id: id.repeat(64), current: false, address: '192.0.2.1', userAgent: FIREFOX },
  ...{ createdAt: '2026-03-03T10:00:00Z', usedAt: new Date().toISOString() },
  ...{ accountName: 'root', origin: 'server' },
  ...parts,
});
const own = openSession('a', { current: true });
const ann = openSession('b', { accountName: 'ann', origin: 'openid', address: '2001:db8::1' });

async function open(handlers: Handlers = {}, allowedActions = ['admin:DisableUser']) {
  const server = fakeServer({
    'consoleSessions.list': () => ({ sessions: [own, ann], truncated: false }),
    'consoleSessions.end': () => undefined,
    ...handlers,
  });
  const rendered = await renderScreen(<ConsoleSessionsPage />, {
    route: '/tools/sessions',
    session: aSession({ allowedActions }),
  });
  return { ...rendered, server };
}

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));

async function endOf(name: string, user: Awaited<ReturnType<typeof open>>['user']) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  return screen.findByRole('menuitem', { name: /End session/ });
}

it('lists who is logged in, from where and by what', async () => {
  await open();
  const line = await row(/ann/);
  for (const text of ['Single sign-on', '2001:db8::1', 'Firefox on Linux']) {
    expect(line.getByText(text)).toBeVisible();
  }
  expect((await row(/root/)).getByText('Storage server · This session')).toBeVisible();
});

it('ends a session after a question, and takes it out of the list', async () => {
  const { user, server } = await open();
  await user.click(await endOf('ann', user));
  const dialog = within(await screen.findByRole('dialog', { name: 'End session' }));
  expect(dialog.getByText(/ann will be logged out on Firefox on Linux/)).toBeVisible();
  expect(server.calls('consoleSessions.end')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'End session' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /ann/ })).toBeNull());
  expect(server.calls('consoleSessions.end')).toMatchObject([{ params: { session: ann.id } }]);
});

it('counts a session that has ended meanwhile as ended, and keeps one that could not be', async () => {
  const { user, server } = await open({ 'consoleSessions.end': () => fail('StateUnavailable') });
  await user.click(await endOf('ann', user));
  const dialog = within(await screen.findByRole('dialog', { name: 'End session' }));
  await user.click(dialog.getByRole('button', { name: 'End session' }));
  expect(await dialog.findByText(/database cannot be reached/)).toBeVisible();
  server.use({ 'consoleSessions.end': () => fail('NotFound') });
  await user.click(dialog.getByRole('button', { name: 'End session' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /ann/ })).toBeNull());
});

it.each([
  ['root', ['admin:DisableUser'], /Use Logout/],
  ['ann', [], /may not end sessions of others/],
])('says why the session of %s cannot be ended', async (name, actions, reason) => {
  const { user } = await open({}, actions);
  const item = await endOf(name, user);
  expect(item).toHaveAttribute('aria-disabled', 'true');
  expect(item).toHaveTextContent(reason);
});

it('is searched by account and address, and says where sessions are left out', async () => {
  const { user } = await open({
    'consoleSessions.list': () => ({ sessions: [own, ann], truncated: true }),
  });
  expect(await screen.findByText('Only the 2 sessions used last are listed.')).toBeVisible();
  await user.type(screen.getByRole('searchbox', { name: 'Search Sessions' }), '2001:');
  await waitFor(() => expect(screen.queryByRole('row', { name: /root/ })).toBeNull());
  await row(/ann/);
});

it('can be tried again when the list does not come', async () => {
  const { user, server } = await open({ 'consoleSessions.list': () => fail('StorageTimeout') });
  await screen.findByText('The sessions could not be loaded.');
  server.use({ 'consoleSessions.list': () => ({ sessions: [ann], truncated: false }) });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await row(/ann/);
});
