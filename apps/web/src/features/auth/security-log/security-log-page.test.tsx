import type { SecurityEvent } from '@stowage/contract/security-log';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { SecurityLogPage } from './security-log-page.tsx';

const anEvent = (id: number, parts: Partial<SecurityEvent> = {}): SecurityEvent => ({
  ...{ id, at: '2026-03-03T10:00:00Z', event: 'login.failed', account: 'mallory' },
  ...{ address: '192.0.2.1', reason: '' },
  ...parts,
});

async function open(handlers: Handlers = {}, route = '/tools/security-log') {
  const server = fakeServer({
    'securityLog.list': () => ({
      events: [
        anEvent(2, { event: 'session.revoked', account: 'ann', reason: 'ended by root' }),
        anEvent(1),
      ],
    }),
    ...handlers,
  });
  return { ...(await renderScreen(<SecurityLogPage />, { route })), server };
}

it('says what happened, to whom, from where and why', async () => {
  await open();
  const row = within(await screen.findByRole('row', { name: /ann/ }));
  for (const text of ['Session ended by a user', '192.0.2.1', 'ended by root']) {
    expect(row.getByText(text)).toBeVisible();
  }
});

it('asks for one account and one kind of event, which stand in the address', async () => {
  const { user, server, history } = await open();
  await user.selectOptions(await screen.findByLabelText('Event'), 'Login failed');
  await user.type(screen.getByRole('searchbox', { name: 'Search Accounts' }), 'mal');
  await waitFor(() =>
    expect(server.calls('securityLog.list').at(-1)?.query).toMatchObject({
      account: 'mal',
      event: 'login.failed',
    }),
  );
  expect(history.location.search).toContain('event=login.failed');
});

it('shows the name of an account as it is, whatever stands in it', async () => {
  await open({
    'securityLog.list': () => ({ events: [anEvent(1, { account: 'a\u202Eb<img>' })] }),
  });
  expect(await screen.findByRole('row', { name: /<img>/ })).toHaveTextContent('a[U+202E]b<img>');
});

it('says that nothing matches, and can be tried again when it does not come', async () => {
  const { user, server } = await open(
    { 'securityLog.list': () => fail('StorageTimeout') },
    '/tools/security-log?account=x',
  );
  await screen.findByText('The security log could not be loaded.');
  server.use({ 'securityLog.list': () => ({ events: [] }) });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No event matches the search.')).toBeVisible();
});
