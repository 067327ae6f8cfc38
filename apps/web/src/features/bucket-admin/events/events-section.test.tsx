import type { EventSubscription } from '@stowage/contract/bucket-admin/events';
import type { Bucket } from '@stowage/contract/buckets';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aBucket, aSession } from '#web/testing/factories.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { fieldError } from '#web/testing/field-error.ts';
import { expectHelp } from '#web/testing/help.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { openSections } from '../model/sections.ts';
import { EventsSection } from './events-section.tsx';

const webhook = 'arn:minio:sqs::primary:webhook';
const redis = 'arn:minio:sqs::cache:redis';

function aSubscription(parts: Partial<EventSubscription> = {}): EventSubscription {
  return {
    id: 'one',
    arn: webhook,
    events: ['put', 'delete'],
    other_events: [],
    prefix: 'photos/',
    suffix: '.jpg',
    revision: 'r1',
    ...parts,
  };
}

const targets = {
  arns: [webhook, redis],
  targets: [
    { arn: webhook, service: 'webhook', online: true },
    { arn: redis, service: 'redis', online: false },
  ],
};

async function open(
  events: EventSubscription[],
  handlers: Handlers = {},
  bucket: Partial<Bucket> = {},
  session = aSession({ pages: ['/notification-endpoints/add'] }),
) {
  const server = fakeServer({
    'bucketAdmin.listEvents': () => ({ events, total: events.length }),
    'bucketAdmin.listArns': () => targets,
    ...handlers,
  });
  const allowedActions = ['s3:*', 'admin:*'];
  const rendered = await renderScreen(
    <EventsSection bucket={aBucket({ name: 'photos', allowedActions, ...bucket })} />,
    { session },
  );
  return { ...rendered, server };
}

const row = async (name: string | RegExp = new RegExp(webhook)) =>
  within(await screen.findByRole('row', { name }));

async function openSubscribe(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Subscribe to Event' }));
  return within(await screen.findByRole('dialog', { name: 'Subscribe to Event' }));
}

async function openDelete(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.click((await row()).getByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  return within(await screen.findByRole('dialog', { name: 'Delete Event' }));
}

describe('the events of a bucket', () => {
  it('are listed with ARN, events, prefix and suffix [EVENTS-01] [EVENTS-02] [EVENTS-08]', async () => {
    await open([aSubscription(), aSubscription({ id: 'two', arn: redis, prefix: '', suffix: '' })]);
    for (const name of ['SQS', 'Events', 'Prefix', 'Suffix']) {
      expect(screen.getByRole('columnheader', { name })).toBeDefined();
    }
    const first = await row();
    expect(first.getByText(webhook)).toBeDefined();
    expect(first.getByText('Webhook')).toBeDefined();
    expect(first.getByText('put, delete')).toBeDefined();
    expect(first.getByText('photos/')).toBeDefined();
    expect(first.getByText('.jpg')).toBeDefined();
    expect((await row(/cache:redis/)).getAllByText('any')).toHaveLength(2);
  });

  it('show events beyond the three types, and a target that is away', async () => {
    await open([
      aSubscription({ arn: redis, events: ['get'], other_events: ['s3:Replication:*'] }),
    ]);
    const shown = await row(/cache:redis/);
    expect(shown.getByText('get, s3:Replication:*')).toBeDefined();
    expect(await shown.findByText('Redis · not reachable')).toBeDefined();
  });

  it('show a skeleton first, then what to do when there are none', async () => {
    const { user } = await open([]);
    await screen.findByRole('heading', { name: 'There are no event subscriptions yet.' });
    await user.click(screen.getAllByRole('button', { name: 'Subscribe to Event' })[1] as Element);
    await screen.findByRole('dialog', { name: 'Subscribe to Event' });
  });

  it('that cannot be loaded can be tried again', async () => {
    const { user, server } = await open([], {
      'bucketAdmin.listEvents': () => fail('StorageTimeout'),
    });
    await screen.findByText('The event subscriptions could not be loaded');
    server.use({ 'bucketAdmin.listEvents': () => ({ events: [aSubscription()], total: 1 }) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await row();
  });

  it('are explained, with ways to the documentation outside [EVENTS-09]', async () => {
    await open([]);
    expectHelp('Bucket notifications', /changes to its objects. Each subscription has a target/, [
      'github.com',
      'docs.aws.amazon.com',
    ]);
  });
});

describe('the permissions on events', () => {
  it.each([
    [['s3:GetBucketNotification'], true],
    [['s3:PutBucketNotification'], false],
    [['s3:*'], true],
    [[], false],
  ])('%j open the section: %s [EVENTS-10]', (allowedActions, opened) => {
    expect(openSections({ allowedActions }, true).includes('events')).toBe(opened);
  });

  it.each([
    [['s3:GetBucketNotification'], false, false],
    [['s3:GetBucketNotification', 's3:PutBucketNotification'], true, true],
    [['s3:GetBucketNotification', 'admin:ServerInfo'], true, false],
  ])('%j let subscribe: %s, delete: %s [EVENTS-11]', async (allowedActions, subscribe, remove) => {
    await open([aSubscription()], {}, { allowedActions });
    const shown = await row();
    expect(screen.queryAllByRole('button', { name: 'Subscribe to Event' })).toHaveLength(
      subscribe ? 1 : 0,
    );
    expect(shown.queryAllByRole('button', { name: /^Actions for/ })).toHaveLength(remove ? 1 : 0);
  });
});

describe('the dialog Subscribe to Event', () => {
  it('collects ARN, events, prefix and suffix [EVENTS-05] [EVENTS-06] [EVENTS-07]', async () => {
    const list: EventSubscription[] = [];
    const { user, server } = await open([], {
      'bucketAdmin.listEvents': () => ({ events: list, total: list.length }),
      'bucketAdmin.subscribeToEvent': () => {
        list.push(aSubscription());
        return undefined;
      },
    });
    await user.click(
      (await screen.findAllByRole('button', { name: 'Subscribe to Event' }))[0] as Element,
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Subscribe to Event' }));
    const save = dialog.getByRole('button', { name: 'Subscribe' });
    await user.click(await dialog.findByRole('radio', { name: /Webhook · primary/ }));
    expect(save).toBeDisabled();
    const types = dialog.getAllByRole('checkbox');
    expect(types.map((type) => type.getAttribute('value'))).toEqual(['put', 'get', 'delete']);
    await user.click(dialog.getByRole('checkbox', { name: /^DELETE/ }));
    await user.click(dialog.getByRole('checkbox', { name: /^PUT/ }));
    await user.type(dialog.getByLabelText('Prefix'), 'photos/');
    await user.type(dialog.getByLabelText('Suffix'), '.jpg');
    await user.click(save);
    await row();
    expect(server.calls('bucketAdmin.subscribeToEvent')[0]).toMatchObject({
      params: { bucket: 'photos' },
      body: {
        configuration: {
          arn: webhook,
          events: ['put', 'delete'],
          prefix: 'photos/',
          suffix: '.jpg',
        },
        ignoreExisting: true,
      },
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows kind and state of each target, and which kinds other servers have', async () => {
    const { user } = await open([aSubscription()]);
    const dialog = await openSubscribe(user);
    expect(await dialog.findByRole('radio', { name: /Webhook · primary.*online/ })).toBeDefined();
    expect(dialog.getByRole('radio', { name: /Redis · cache.*not reachable/ })).toBeDefined();
    expect(dialog.getByText(/MQTT.* need a MinIO server as storage/)).toBeDefined();
  });

  it('tells how to configure a target when there is none', async () => {
    const { user } = await open([aSubscription()], {
      'bucketAdmin.listArns': () => ({ arns: [], targets: [] }),
    });
    const dialog = await openSubscribe(user);
    expect(await dialog.findByText('No target is configured on the storage server')).toBeDefined();
    const link = dialog.getByRole('link', { name: 'Add a target' });
    expect(link).toHaveAttribute('href', '/notification-endpoints/add');
  });

  it('leads to no page that the account does not have', async () => {
    const { user } = await open(
      [aSubscription()],
      { 'bucketAdmin.listArns': () => ({ arns: [], targets: [] }) },
      {},
      aSession({ pages: ['/buckets'] }),
    );
    const dialog = await openSubscribe(user);
    await dialog.findByText('No target is configured on the storage server');
    expect(dialog.queryByRole('link')).toBeNull();
  });

  it('takes a typed ARN from an account that cannot list the targets', async () => {
    const { user, server } = await open(
      [aSubscription()],
      {
        'bucketAdmin.listArns': () => fail('AccessDenied'),
        'bucketAdmin.subscribeToEvent': () => undefined,
      },
      { allowedActions: ['s3:*'] },
    );
    const dialog = await openSubscribe(user);
    const field = await dialog.findByRole('textbox', { name: /ARN/ });
    await user.type(field, 'primary');
    await user.click(dialog.getByRole('checkbox', { name: /^GET/ }));
    expect(fieldError(field)).toBe('An ARN begins with arn:');
    expect(dialog.getByRole('button', { name: 'Subscribe' })).toBeDisabled();
    await user.clear(field);
    await user.type(field, webhook);
    await user.click(dialog.getByRole('button', { name: 'Subscribe' }));
    await waitFor(() => expect(server.calls('bucketAdmin.subscribeToEvent')).toHaveLength(1));
  });

  it('keeps what was entered when the server refuses, and says why', async () => {
    const { user } = await open([aSubscription()], {
      'bucketAdmin.subscribeToEvent': () =>
        fail('InvalidInput', { message: 'This filter overlaps with another.' }),
    });
    const dialog = await openSubscribe(user);
    await user.click(await dialog.findByRole('radio', { name: /Webhook/ }));
    await user.click(dialog.getByRole('checkbox', { name: /^PUT/ }));
    await user.click(dialog.getByRole('button', { name: 'Subscribe' }));
    expect(await dialog.findByText('This filter overlaps with another.')).toBeDefined();
    expect(dialog.getByRole('checkbox', { name: /^PUT/ })).toBeChecked();
  });

  it('begins blank each time', async () => {
    const { user } = await open([aSubscription()]);
    const dialog = await openSubscribe(user);
    await user.type(dialog.getByLabelText('Prefix'), 'x');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(dialog.getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await openSubscribe(user)).getByLabelText('Prefix')).toHaveValue('');
  });
});

describe('the dialog Delete Event', () => {
  it('deletes the subscription of its row [EVENTS-03] [EVENTS-04] [BADMIN-14]', async () => {
    let list = [aSubscription(), aSubscription({ id: 'two', arn: redis })];
    const { user, server } = await open([], {
      'bucketAdmin.listEvents': () => ({ events: list, total: list.length }),
      'bucketAdmin.deleteEvent': () => {
        list = list.slice(1);
        return undefined;
      },
    });
    const dialog = await openDelete(user);
    expect(dialog.getByText(/put, delete, prefix photos\/, suffix \.jpg/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /primary/ })).toBeNull());
    await row(/cache:redis/);
    expect(server.calls('bucketAdmin.deleteEvent')[0]).toMatchObject({
      params: { bucket: 'photos', arn: webhook },
      query: { revision: 'r1' },
      body: { events: ['put', 'delete'], prefix: 'photos/', suffix: '.jpg', id: 'one' },
    });
  });

  it('says when somebody else was faster, and takes the new state', async () => {
    let now = aSubscription();
    const { user, server } = await open([], {
      'bucketAdmin.listEvents': () => ({ events: [now], total: 1 }),
      'bucketAdmin.deleteEvent': ({ query }) =>
        query.revision === 'r2' ? undefined : fail('ChangedMeanwhile'),
    });
    const dialog = await openDelete(user);
    now = aSubscription({ revision: 'r2', suffix: '.png' });
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await user.click(await dialog.findByRole('button', { name: 'Load the new state' }));
    expect(await dialog.findByText(/suffix \.png/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls('bucketAdmin.deleteEvent')).toHaveLength(2);
  });

  it('closes when somebody else has deleted it', async () => {
    let list = [aSubscription()];
    const { user } = await open([], {
      'bucketAdmin.listEvents': () => ({ events: list, total: list.length }),
      'bucketAdmin.deleteEvent': () => fail('ChangedMeanwhile'),
    });
    const dialog = await openDelete(user);
    list = [];
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await user.click(await dialog.findByRole('button', { name: 'Load the new state' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await screen.findByRole('heading', { name: 'There are no event subscriptions yet.' });
  });
});
