import type { NotificationEndpoint } from '@stowage/contract/notification-endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { clientState, setClientState } from '#web/lib/client-state/client-state.ts';
import { aSession } from '#web/testing/factories.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { AddEndpointPage } from './add-endpoint-page.tsx';
import { NotificationEndpointsPage } from './notification-endpoints-page.tsx';

const row = (parts: Partial<NotificationEndpoint>): NotificationEndpoint => ({
  ...{ service: 'webhook', account_id: 'primary', status: 'online', from_environment: false },
  ...parts,
});
const ROWS = [
  row({}),
  row({ service: 'redis', account_id: 'cache', status: 'offline' }),
  row({ account_id: 'next', status: 'pending', at_restart: 'added' }),
  row({ account_id: 'env', from_environment: true }),
];

async function openList(rows: NotificationEndpoint[] | null = ROWS, handlers: Handlers = {}) {
  const server = fakeServer({
    'notificationEndpoints.list': () => ({ notification_endpoints: rows }),
    'notificationEndpoints.users': () => ({ buckets: [], unread: 0 }),
    'notificationEndpoints.delete': () => ({ restart: true }),
    ...handlers,
  });
  const options = {
    ...{ pattern: '/notification-endpoints', route: '/notification-endpoints' },
    session: aSession({ allowedActions: ['admin:*'] }),
  };
  return { ...(await renderScreen(<NotificationEndpointsPage />, options)), server };
}

const rowOf = async (name: string) =>
  within(await screen.findByRole('row', { name: new RegExp(name) }));

describe('the list of notification targets', () => {
  it('has service and status, a distinct colour for Offline [NOTIF-01] [NOTIF-02] [NOTIF-03] [NOTIF-04]', async () => {
    await openList();
    const online = (await rowOf('webhook:primary')).getByText('Online');
    const offline = (await rowOf('redis:cache')).getByText('Offline');
    expect(online.dataset.tone).toBe('good');
    expect(offline.dataset.tone).toBe('bad');
    for (const name of ['Status', 'Service']) {
      expect(screen.getByRole('columnheader', { name: new RegExp(name) })).toBeVisible();
    }
    expect((await rowOf('webhook:next')).getByText('In use after restart')).toBeVisible();
  });

  it('is filtered and loaded again [NOTIF-05] [NOTIF-06]', async () => {
    const { user, server } = await openList();
    await rowOf('webhook:primary');
    await user.type(screen.getByRole('searchbox', { name: /Search/ }), 'RED');
    await waitFor(() => expect(screen.queryByText('webhook:primary')).toBeNull());
    expect(await rowOf('redis:cache')).toBeDefined();
    const before = server.calls('notificationEndpoints.list').length;
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() =>
      expect(server.calls('notificationEndpoints.list').length).toBeGreaterThan(before),
    );
  });

  it('leads to adding one [NOTIF-07]', async () => {
    const { user, history } = await openList();
    await user.click(screen.getByRole('button', { name: 'Add Notification Target' }));
    expect(history.location.pathname).toBe('/notification-endpoints/add');
  });

  it.each([[[]], [null]])(
    'is empty for %j and leads to adding one [NOTIF-08] [NOTIF-09]',
    async (rows) => {
      const { user, history } = await openList(rows);
      await screen.findByText('There are no notification targets yet.');
      await user.click(screen.getByRole('link', { name: 'Add Notification Target' }));
      expect(history.location.pathname).toBe('/notification-endpoints/add');
    },
  );

  it('says that saved targets appear after the restart, while the server needs one', async () => {
    setClientState({ serverNeedsRestart: true });
    await openList([]);
    expect(await screen.findByText(/Targets that were saved appear here once/)).toBeVisible();
    expect(screen.queryByText('There are no notification targets yet.')).toBeNull();
  });

  it('says that it could not be loaded', async () => {
    await openList([], { 'notificationEndpoints.list': () => fail('StorageTimeout') });
    await screen.findByText('The notification targets could not be loaded');
  });

  it('opens the settings of a target', async () => {
    const { user, history } = await openList();
    await user.click((await rowOf('redis:cache')).getByRole('button', { name: /Actions/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    expect(history.location.pathname).toBe('/notification-endpoints/edit/notify_redis/cache');
  });
});

describe('deleting a target', () => {
  async function openDialog(name: string, handlers: Handlers = {}) {
    const opened = await openList(ROWS, handlers);
    const { user } = opened;
    await user.click((await rowOf(name)).getByRole('button', { name: /Actions/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    return { ...opened, dialog, save: dialog.getByRole('button', { name: 'Delete' }) };
  }

  it('removes one that no bucket uses', async () => {
    const { user, save, server } = await openDialog('redis:cache');
    await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled'));
    await user.click(save);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls('notificationEndpoints.delete')[0]).toMatchObject({
      params: { service: 'notify_redis', account_id: 'cache' },
      query: { force: 'false' },
    });
    expect(clientState().serverNeedsRestart).toBe(true);
  });

  it('names the buckets that use it, and keeps it unless their subscriptions go too', async () => {
    const { user, dialog, save, server } = await openDialog('webhook:primary', {
      'notificationEndpoints.users': () => ({ buckets: ['photos', 'videos'], unread: 1 }),
    });
    await dialog.findByText(/2 buckets send events to it/);
    expect(dialog.getByText('photos')).toBeVisible();
    expect(dialog.getByText('1 bucket could not be checked.')).toBeVisible();
    await user.click(save);
    expect(server.calls('notificationEndpoints.delete')).toEqual([]);
    await user.click(dialog.getByRole('checkbox', { name: /Also delete the event subscriptions/ }));
    await user.click(save);
    await waitFor(() =>
      expect(server.calls('notificationEndpoints.delete')[0]).toMatchObject({
        query: { force: 'true' },
      }),
    );
  });

  it('says what the server refuses', async () => {
    const { user, dialog, save } = await openDialog('redis:cache', {
      'notificationEndpoints.delete': () => fail('TargetInUse', { detail: 'photos' }),
    });
    await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled'));
    await user.click(save);
    await dialog.findByText('Buckets still send events to this notification target.');
  });

  it('is not possible for one that the environment makes', async () => {
    const { user } = await openList();
    await user.click((await rowOf('webhook:env')).getByRole('button', { name: /Actions/ }));
    expect(await screen.findByRole('menuitem', { name: /Delete/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });
});

describe('the kinds of targets', () => {
  const config = (name: string, unavailable?: string) => ({
    ...{ name, description: '', multiple: true, keys: [], changed: 0, locked: 0, targets: [] },
    ...(unavailable !== undefined && { unavailable }),
  });
  const open = (handlers: Handlers) => {
    fakeServer(handlers);
    return renderScreen(<AddEndpointPage />, {
      ...{ pattern: '/notification-endpoints/add', route: '/notification-endpoints/add' },
      session: aSession({ allowedActions: ['admin:*'] }),
    });
  };

  it('are ten that lead to their forms, and back to the list [NOTIF-10] [NOTIF-11] [NOTIF-12]', async () => {
    await open({ 'settings.listConfigs': () => fail('StorageTimeout') });
    const grid = within(screen.getByRole('list'));
    const links = grid
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual(
      [
        ['Postgres SQL', 'notify_postgres'],
        ['Kafka', 'notify_kafka'],
        ['AMQP', 'notify_amqp'],
        ['MQTT', 'notify_mqtt'],
        ['Redis', 'notify_redis'],
        ['NATS', 'notify_nats'],
        ['Mysql', 'notify_mysql'],
        ['Elastic Search', 'notify_elasticsearch'],
        ['Webhook', 'notify_webhook'],
        ['NSQ', 'notify_nsq'],
      ].map(([name, service]) => [
        expect.stringContaining(name ?? ''),
        `/notification-endpoints/add/${service}`,
      ]),
    );
    const back = screen.getByRole('link', { name: 'Return to Configured Notifications' });
    expect(back).toHaveAttribute('href', '/notification-endpoints');
  });

  it('say which of them the server does not have', async () => {
    await open({
      'settings.listConfigs': () => ({
        ...{ configurations: [], total: 0 },
        configs: [config('notify_webhook'), config('notify_redis', 'Needs a cluster.')],
      }),
    });
    await screen.findByText('Needs a cluster.');
    expect(
      screen.getAllByText('This storage server does not support this kind of target.'),
    ).toHaveLength(8);
    const grid = within(screen.getByRole('list'));
    expect(grid.getAllByRole('link')).toHaveLength(1);
  });
});
