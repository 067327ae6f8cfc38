import type { ConfigDetail, ConfigValue } from '@stowage/contract/settings/configs';
import { kindOfSubsystem } from '@stowage/domain/notification-targets/target-kinds';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { aSession } from '#web/testing/factories.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { fieldError } from '#web/testing/field-error.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { AddTargetPage, EditTargetPage } from './target-page.tsx';

const value = (key: string, more: Partial<ConfigValue> = {}): ConfigValue => ({
  ...{ key, value: '', type: 'string', description: '', required: false },
  ...more,
});

function detailOf(name: string, parts: Partial<ConfigDetail> = {}): ConfigDetail {
  const keys = kindOfSubsystem(name)?.fields.map(({ key }) => key) ?? [];
  return {
    ...{ name, description: '', multiple: true, targets: [], stored: false },
    ...{ restart: true, revision: 'r1' },
    key_values: keys.map((key) => value(key)),
    ...parts,
  };
}

const session = aSession({ allowedActions: ['admin:*'] });

async function openNew(service: string, handlers: Handlers = {}) {
  const server = fakeServer({
    'settings.getConfig': () => detailOf(service),
    'settings.setConfig': () => ({ restart: true }),
    ...handlers,
  });
  const pattern = '/notification-endpoints/add/:service';
  const route = `/notification-endpoints/add/${service}`;
  const shown = await renderScreen(<AddTargetPage />, { pattern, route, session });
  await screen.findByRole('button', { name: 'Save Notification Target' });
  return { ...shown, server };
}

async function openEdit(detail: ConfigDetail, handlers: Handlers = {}, name = 'primary') {
  const server = fakeServer({
    'settings.getConfig': () => detail,
    'settings.setConfig': () => ({ restart: true }),
    ...handlers,
  });
  const pattern = '/notification-endpoints/edit/:service/:targetName';
  const route = `/notification-endpoints/edit/${detail.name}/${name}`;
  const shown = await renderScreen(<EditTargetPage />, { pattern, route, session });
  return { ...shown, server };
}

const save = () => screen.getByRole('button', { name: 'Save Notification Target' });
/** Required fields have an asterisk after their label. */
const labelled = (label: string) => new RegExp(`^${label}( \\*)?$`);
const field = (label: string) => screen.getByLabelText(labelled(label));
/** The text assistive technology reads in addition to a field's label. */
const described = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');
/** Enters text at once: a long form re-renders with each key. */
async function enter(user: UserEvent, label: string, text: string): Promise<void> {
  await user.click(field(label));
  await user.paste(text);
}
const common = ['Queue Directory', 'Queue Limit', 'Comment'];

describe('the form of a new target', () => {
  it.each([
    [
      'notify_kafka',
      'Brokers,Topic,SASL Username,SASL Password,SASL Mechanism,TLS Client Auth,SASL,TLS,TLS Skip Verify,Client TLS Cert,Client TLS Key,Version',
    ],
    [
      'notify_amqp',
      'URL,Exchange,Exchange Type,Routing Key,Mandatory,Durable,No Wait,Internal,Auto Deleted,Delivery Mode',
    ],
    ['notify_redis', 'Address,Key,Password'],
    ['notify_mqtt', 'Broker,Topic,Username,Password,QoS,Keep Alive Interval,Reconnect Interval'],
    [
      'notify_nats',
      'Address,Subject,Username,Password,Token,TLS,TLS Skip Verify,Ping Interval,Streaming,Streaming Async,Streaming Max Pub Acks In Flight,Streaming Cluster ID,Cert Authority,Client Cert,Client Key',
    ],
    ['notify_elasticsearch', 'URL,Index,Format'],
    ['notify_webhook', 'Endpoint,Auth Token'],
    ['notify_nsq', 'NSQD Address,Topic,TLS,TLS Skip Verify'],
    ['notify_postgres', 'Host,Port,DB Name,User,Password,SSL Mode,Table,Format'],
    ['notify_mysql', 'Host,Port,DB Name,User,Password,Table,Format'],
  ])(
    'of %s has its fields and those of all kinds [NOTIF-13] [NOTIF-16] [NOTIF-18] [NOTIF-21] [NOTIF-23] [NOTIF-26] [NOTIF-28] [NOTIF-30] [NOTIF-32] [NOTIF-34] [NOTIF-37] [NOTIF-41]',
    async (service, labels) => {
      await openNew(service);
      for (const label of [...labels.split(','), ...common]) {
        expect(screen.getAllByLabelText(labelled(label))[0], label).toBeVisible();
      }
    },
  );

  it('leads back to the kinds, and says the limit of its queue [NOTIF-14] [NOTIF-36]', async () => {
    await openNew('notify_webhook');
    const back = screen.getByRole('link', { name: 'Back To Supported Services' });
    expect(back).toHaveAttribute('href', '/notification-endpoints/add');
    expect(described(field('Queue Limit'))).toMatch(/10000/);
  });

  it('sends what was entered, under its name, and goes to the list [NOTIF-15] [NOTIF-49] [NOTIF-50] [NOTIF-51]', async () => {
    const { user, server, history } = await openNew('notify_webhook');
    await enter(user, 'Name', 'primary');
    await enter(user, 'Endpoint', 'http://hook/');
    await enter(user, 'Queue Directory', '/queue');
    expect(clientState().serverNeedsRestart).toBe(false);
    await user.click(save());
    await waitFor(() => expect(history.location.pathname).toBe('/notification-endpoints'));
    expect(server.calls('settings.setConfig')[0]).toMatchObject({
      params: { name: 'notify_webhook' },
      query: { arn_resource_id: 'primary', revision: 'none' },
      body: {
        key_values: [
          { key: 'endpoint', value: 'http://hook/' },
          { key: 'queue_dir', value: '/queue' },
        ],
      },
    });
    expect(clientState().serverNeedsRestart).toBe(true);
  });

  it('cannot be saved while required fields are empty [NOTIF-17] [NOTIF-19] [NOTIF-35]', async () => {
    const { user, server } = await openNew('notify_amqp');
    expect(save()).toHaveAttribute('aria-disabled', 'true');
    await user.click(save());
    for (const label of ['URL', 'Queue Directory']) {
      expect(screen.getByLabelText(`${label} *`)).toBeVisible();
      expect(fieldError(field(label))).toBe('Field cannot be empty');
    }
    expect(server.calls('settings.setConfig')).toEqual([]);
  });

  it('cannot be tested while required fields are empty, and shows which', async () => {
    const { user, server } = await openNew('notify_nsq');
    await enter(user, 'Topic', 'events');
    const test = screen.getByRole('button', { name: 'Test' });
    expect(test).toHaveAttribute('aria-disabled', 'true');
    await user.click(test);
    expect(fieldError(field('NSQD Address'))).toBe('Field cannot be empty');
    expect(field('NSQD Address')).toHaveFocus();
    expect(server.calls('notificationEndpoints.test')).toEqual([]);
  });

  it('has the choices of the documents [NOTIF-20] [NOTIF-25] [NOTIF-39] [NOTIF-44] [NOTIF-45]', async () => {
    const options = (label: string) =>
      within(field(label))
        .getAllByRole<HTMLOptionElement>('option')
        .map((option) => option.value);
    const { unmount } = await openNew('notify_postgres');
    expect(options('SSL Mode')).toEqual(['', 'require', 'disable', 'verify-ca', 'verify-full']);
    expect(options('Format')).toEqual(['namespace', 'access']);
    expect(field('Format')).toHaveValue('namespace');
    unmount();
    const mqtt = await openNew('notify_mqtt');
    expect(field('QoS')).toHaveValue('0');
    mqtt.unmount();
    await openNew('notify_amqp');
    expect(options('Delivery Mode')).toEqual(['', '1', '2']);
  });

  it('goes from fields to one string and back [NOTIF-46] [NOTIF-47]', async () => {
    const { user, server } = await openNew('notify_postgres');
    await enter(user, 'Host', 'db');
    await enter(user, 'DB Name', 'events');
    await user.click(screen.getByRole('switch', { name: 'Enter the connection string' }));
    const text = field('Connection String');
    expect(text).toHaveValue('host=db port=5432 dbname=events sslmode=require');
    await user.clear(text);
    await enter(user, 'Connection String', "host=other dbname=e user=me password='a b'");
    await user.click(screen.getByRole('switch', { name: 'Enter the connection string' }));
    expect(field('Host')).toHaveValue('other');
    expect(field('Password')).toHaveValue('a b');
    await enter(user, 'Table', 'seen');
    await enter(user, 'Queue Directory', '/queue');
    await user.click(save());
    await waitFor(() => expect(server.calls('settings.setConfig')).toHaveLength(1));
    expect(server.calls('settings.setConfig')[0]?.body.key_values[0]).toEqual({
      key: 'connection_string',
      value: "host=other dbname=e user=me password='a b'",
    });
  });

  it('says at its field what the server refuses, and keeps what was entered', async () => {
    const { user } = await openNew('notify_redis', {
      'settings.setConfig': () =>
        fail('InvalidInput', { field: 'address', detail: 'no such host' }),
    });
    await enter(user, 'Address', 'nobody');
    await enter(user, 'Key', 'k');
    await enter(user, 'Queue Directory', '/queue');
    await user.click(save());
    await screen.findByRole('alert');
    expect(fieldError(field('Address'))).toBe('No such host');
    expect(field('Key')).toHaveValue('k');
  });

  it.each([
    ['goes away', () => fail('StorageUnreachable')],
    ['does not answer', () => fail('StorageTimeout')],
  ])('keeps what was entered when the storage server %s while it is saved', async (_, away) => {
    let isAway = true;
    const { user, server, history } = await openNew('notify_webhook', {
      'settings.setConfig': () => (isAway ? away() : { restart: true }),
    });
    await enter(user, 'Endpoint', 'http://hook/');
    await enter(user, 'Queue Directory', '/queue');
    await user.click(save());
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(field('Endpoint')).toHaveValue('http://hook/');
    expect(clientState().serverNeedsRestart).toBe(false);
    isAway = false;
    await user.click(save());
    await waitFor(() => expect(history.location.pathname).toBe('/notification-endpoints'));
    const [first, second] = server.calls('settings.setConfig');
    expect(second?.body).toEqual(first?.body);
  });

  it('says that there is one of the name already', async () => {
    const { user } = await openNew('notify_redis', {
      'settings.setConfig': () =>
        fail('TargetExists', { field: 'arn_resource_id', detail: 'taken' }),
    });
    await enter(user, 'Address', 'a');
    await enter(user, 'Key', 'k');
    await enter(user, 'Queue Directory', '/queue');
    await user.click(save());
    await waitFor(() => expect(fieldError(field('Name'))).toBe('Taken'));
  });

  it('is not there for a kind that the server, or the console, does not know', async () => {
    fakeServer({ 'settings.getConfig': () => fail('NotFound') });
    const pattern = '/notification-endpoints/add/:service';
    const at = (service: string) =>
      renderScreen(<AddTargetPage />, {
        ...{ pattern, session, route: `/notification-endpoints/add/${service}` },
      });
    const { unmount } = await at('notify_kafka');
    await screen.findByText('This storage server does not support this kind of target.');
    unmount();
    await at('notify_pigeon');
    await screen.findByText('There is no such kind of notification target');
  });
});

describe('the test of a target', () => {
  async function entered(handlers: Handlers) {
    const opened = await openNew('notify_webhook', handlers);
    await enter(opened.user, 'Endpoint', 'http://hook/');
    await enter(opened.user, 'Queue Directory', '/queue');
    await opened.user.click(screen.getByRole('button', { name: 'Test' }));
    return opened;
  }

  it('says that the storage server reached it, and saves nothing', async () => {
    const { server } = await entered({
      'notificationEndpoints.test': () => ({ storage: { passed: true, reason: '' } }),
    });
    await screen.findByText('The storage server reached the target.');
    expect(server.calls('settings.setConfig')).toEqual([]);
    expect(server.calls('notificationEndpoints.test')[0]).toMatchObject({
      params: { service: 'notify_webhook' },
      body: { key_values: expect.arrayContaining([{ key: 'endpoint', value: 'http://hook/' }]) },
    });
  });

  it('is no longer shown once something else is entered', async () => {
    const { user } = await entered({
      'notificationEndpoints.test': () => ({ storage: { passed: true, reason: '' } }),
    });
    await screen.findByText('The storage server reached the target.');
    await user.type(screen.getByLabelText(/^Endpoint/), 'other');
    expect(screen.queryByText('The storage server reached the target.')).toBeNull();
  });

  it.each([
    ['name', 'name-not-found', 'Look up the name: The name could not be resolved (DNS).'],
    ['connection', 'refused', 'Connect: Connection refused: nothing listens on this port.'],
    ['tls', 'certificate', /Start TLS: The certificate is not trusted/],
    ['service', 'credentials', 'Talk to the service: The credentials were refused.'],
    ['table', 'table-missing', /Find the table: The table does not exist/],
  ] as const)('says what went wrong at the step %s: %s', async (step, failure, words) => {
    await entered({
      'notificationEndpoints.test': () => ({
        storage: { passed: false, reason: 'not connected to target server' },
        console: { host: 'hook', port: 80, steps: [{ step, failure }] },
      }),
    });
    const result = within(await screen.findByRole('region', { name: 'Result of the test' }));
    expect(result.getByText(/The storage server says: not connected/)).toBeVisible();
    expect(result.getByText(/console’s machine, at hook port 80/)).toBeVisible();
    expect(result.getByText(words)).toBeVisible();
  });

  it('says why it could not be made', async () => {
    await entered({
      'notificationEndpoints.test': () => fail('TooManyTests', { detail: 'At most 12.' }),
    });
    const banner = within(await screen.findByRole('alert'));
    expect(banner.getByText('At most 12.')).toBeVisible();
  });
});

describe('the form of a target that exists', () => {
  const detail = detailOf('notify_webhook', {
    targets: [{ name: 'primary', enabled: true, from_environment: false }],
    stored: true,
    key_values: [
      value('endpoint', { value: 'http://hook/' }),
      value('auth_token', { secret: { is_set: true } }),
      value('queue_dir', { value: '/queue', locked_by: 'MINIO_NOTIFY_WEBHOOK_QUEUE_DIR_primary' }),
      value('comment', { value: 'old' }),
    ],
  });

  it('shows a secret as set, and what the environment holds; sends what differs', async () => {
    const { user, server, history } = await openEdit(detail);
    const comment = await screen.findByLabelText('Comment');
    expect(screen.getByRole('button', { name: 'Change Auth Token' })).toBeVisible();
    expect(screen.queryByLabelText('Auth Token')).toBeNull();
    expect(field('Queue Directory')).toBeDisabled();
    expect(described(field('Queue Directory'))).toMatch(/MINIO_NOTIFY_WEBHOOK_QUEUE_DIR/);
    await user.clear(comment);
    await user.clear(field('Endpoint'));
    await enter(user, 'Endpoint', 'http://other/');
    await user.click(save());
    await waitFor(() => expect(history.location.pathname).toBe('/notification-endpoints'));
    expect(server.calls('settings.setConfig')[0]).toMatchObject({
      query: { arn_resource_id: 'primary', revision: 'r1' },
      body: { key_values: [{ key: 'endpoint', value: 'http://other/' }], reset_keys: ['comment'] },
    });
  });

  it('loads the new state when somebody else was faster', async () => {
    let faster = false;
    const { user } = await openEdit(detail, {
      'settings.getConfig': () =>
        faster
          ? { ...detail, revision: 'r2', key_values: [value('endpoint', { value: 'http://new/' })] }
          : detail,
      'settings.setConfig': () => {
        faster = true;
        return fail('ChangedMeanwhile');
      },
    });
    await user.type(await screen.findByLabelText(labelled('Endpoint')), 'x');
    await user.click(save());
    await user.click(await screen.findByRole('button', { name: 'Load the new state' }));
    await waitFor(() => expect(field('Endpoint')).toHaveValue('http://new/'));
  });

  it('says that there is none of this name', async () => {
    await openEdit(detail, {}, 'gone');
    await screen.findByText('There is no target webhook:gone');
  });
});
