import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { SessionsDialog } from './sessions-dialog.tsx';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const aSession = (id: string, parts: object = {}) => ({
  ...{ id: id.repeat(64), current: false, address: '192.0.2.1', userAgent: FIREFOX },
  ...{ createdAt: '2026-03-03T10:00:00Z', usedAt: new Date().toISOString() },
  ...parts,
});
const here = aSession('a', { current: true });
const phone = aSession('b', {
  address: '2001:db8::1',
  userAgent: '',
  usedAt: new Date(Date.now() - 7_200_000).toISOString(),
});

async function open(handlers: Handlers = {}) {
  const server = fakeServer({
    'auth.listSessions': () => ({ sessions: [here, phone] }),
    'auth.endOneSession': () => undefined,
    ...handlers,
  });
  const onEndAll = vi.fn();
  const rendered = await renderScreen(
    <SessionsDialog opened onClose={() => undefined} onEndAll={onEndAll} />,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'My sessions' }));
  return { ...rendered, server, dialog, onEndAll };
}

const endOfPhone = { name: 'End session: Unknown device, 2001:db8::1' };

it('lists where the account is logged in, and offers no end for the session at hand', async () => {
  const { dialog } = await open();
  const [first, second] = await dialog.findAllByRole('listitem');
  expect(first?.textContent).toMatch(/Firefox on Linux192\.0\.2\.1 · last used .*This session$/);
  expect(first?.textContent).toContain('logged in 3 Mar 2026, ');
  expect(second?.textContent).toContain('2001:db8::1 · last used 2 hours ago');
  expect(dialog.getAllByRole('button', { name: /^End session/ })).toHaveLength(1);
});

it('ends one session, and leaves the focus in the list', async () => {
  const { dialog, server, user } = await open();
  await user.click(await dialog.findByRole('button', endOfPhone));
  await vi.waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(1), 30_000);
  expect(server.calls('auth.endOneSession')).toMatchObject([{ params: { session: phone.id } }]);
  expect(clientState().modalSnackBar).toMatchObject({ message: 'Session ended.' });
  expect(dialog.getByRole('list', { name: 'Sessions' })).toHaveFocus();
});

it('takes a session that has ended meanwhile out of the list', async () => {
  const { dialog, user } = await open({ 'auth.endOneSession': () => fail('NotFound') });
  await user.click(await dialog.findByRole('button', endOfPhone));
  await vi.waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(1), 30_000);
});

it('says why a session could not be ended, and keeps it', async () => {
  const { dialog, user } = await open({ 'auth.endOneSession': () => fail('StateUnavailable') });
  await user.click(await dialog.findByRole('button', endOfPhone));
  expect(await dialog.findByText(/database cannot be reached/)).toBeVisible();
  expect(dialog.getAllByRole('listitem')).toHaveLength(2);
});

it('offers to try again when the list does not come', async () => {
  const { dialog, user, server } = await open({
    'auth.listSessions': () => fail('StateUnavailable'),
  });
  expect(await dialog.findByText('The sessions could not be loaded.')).toBeVisible();
  server.use({ 'auth.listSessions': () => ({ sessions: [here] }) });
  await user.click(dialog.getByRole('button', { name: 'Retry' }));
  expect(await dialog.findByText('This session')).toBeVisible();
});

it('leads to the question before all of them end', async () => {
  const { dialog, user, onEndAll } = await open();
  await user.click(dialog.getByRole('button', { name: 'End all my sessions' }));
  expect(onEndAll).toHaveBeenCalledOnce();
});
