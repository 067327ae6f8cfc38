import type { EventSubscription } from '@stowage/contract/bucket-admin/events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EventTarget } from '../../../../../../tests/conformance/support/event-target.ts';
import {
  startTestConsole,
  type TestCaller,
  type TestConsole,
} from '../../../testing/test-console.ts';

let test: TestConsole;
let root: TestCaller;
let webhook: EventTarget;
let arn: string;
let count = 0;
let bucket: string;
let path: string;

beforeAll(async () => {
  test = await startTestConsole();
  webhook = await EventTarget.start(test.target, 'first');
  arn = webhook.arn(test.target);
  root = await test.logIn();
});
afterAll(async () => {
  await test.close();
  await webhook.remove();
});
beforeEach(async () => {
  count += 1;
  bucket = `heard-${count}`;
  path = `/api/v1/buckets/${bucket}/events`;
  await test.s3.makeBucket({ bucket });
});

const subscribe = (configuration: object, more: object = {}, caller = root) =>
  caller.send({
    method: 'POST',
    url: path,
    payload: { configuration: { arn, events: ['put'], ...configuration }, ...more },
  });
const list = async (caller = root): Promise<EventSubscription[]> =>
  (await caller.send({ url: path })).json().events;
const remove = (payload: object, revision?: string, caller = root) =>
  caller.send({
    method: 'DELETE',
    url: `${path}/${encodeURIComponent(arn)}${revision === undefined ? '' : `?revision=${revision}`}`,
    payload: { events: ['put'], prefix: '', suffix: '', ...payload },
  });

describe('subscriptions to events', () => {
  it('are none at first [API-34]', async () => {
    const response = await root.send({ url: path });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ events: [], total: 0 });
  });

  it('have target, types, prefix, suffix and id, and events arrive [API-35] [EVENTS-08]', async () => {
    const response = await subscribe({ events: ['put', 'delete'], prefix: 'in/', suffix: '.jpg' });
    expect(response.statusCode).toBe(201);
    expect(response.body).toBe('');
    expect(await list()).toEqual([
      {
        id: expect.stringMatching(/./),
        arn,
        events: ['put', 'delete'],
        other_events: [],
        prefix: 'in/',
        suffix: '.jpg',
        revision: expect.any(String),
      },
    ]);
    for (const key of ['out/1.jpg', 'in/1.jpg']) {
      await test.s3.putObject({ bucket, key, body: Buffer.from('x'), size: 1 });
    }
    const events = await webhook.of(bucket, 1);
    expect(events.map(({ EventName, Key }) => [EventName, Key])).toEqual([
      ['s3:ObjectCreated:Put', `${bucket}/in/1.jpg`],
    ]);
  });

  it('are there once, and that is no failure when asked so', async () => {
    await subscribe({ prefix: 'a' });
    const again = await subscribe({ prefix: 'a' });
    expect(again.statusCode).toBe(400);
    expect(again.json()).toMatchObject({
      errorCode: 'InvalidInput',
      field: 'configuration.events',
    });
    expect((await subscribe({ prefix: 'a' }, { ignoreExisting: true })).statusCode).toBe(201);
    expect(await list()).toHaveLength(1);
    expect((await subscribe({ prefix: 'b' }, { ignoreExisting: true })).statusCode).toBe(201);
    expect(await list()).toHaveLength(2);
  });

  it('end one by one, by what they are [API-31]', async () => {
    await subscribe({ prefix: 'a' });
    await subscribe({ prefix: 'b', suffix: 'z' });
    await subscribe({ events: ['get', 'delete'] });
    expect((await remove({ prefix: 'b', suffix: 'z' })).statusCode).toBe(204);
    expect((await remove({ events: ['delete', 'get'] })).statusCode).toBe(204);
    expect(await list()).toMatchObject([{ prefix: 'a' }]);
    for (const missing of [
      {},
      { prefix: 'b' },
      { prefix: 'a', events: ['get'] },
      { prefix: 'a', id: 'x' },
    ]) {
      const response = await remove(missing);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ errorCode: 'NotFound' });
    }
    expect((await remove({ prefix: 'a' })).statusCode).toBe(204);
    expect(await list()).toEqual([]);
  });

  it('of other events stay and are told apart by their ids', async () => {
    const other = (id: string, name: string) => ({
      id,
      arn,
      events: ['s3:ObjectCreated:Put', name],
      prefix: '',
      suffix: '',
      stored: '',
    });
    await test.s3.putBucketNotification({
      bucket,
      rules: [other('one', 's3:ObjectRemoved:Delete'), other('two', 's3:ObjectAccessed:Head')],
    });
    await subscribe({ prefix: 'a' });
    expect(await list()).toMatchObject([
      { id: 'one', events: [], other_events: ['s3:ObjectCreated:Put', 's3:ObjectRemoved:Delete'] },
      { id: 'two', events: [], other_events: ['s3:ObjectCreated:Put', 's3:ObjectAccessed:Head'] },
      { prefix: 'a' },
    ]);
    expect((await remove({ events: [], id: 'two' })).statusCode).toBe(204);
    expect(await list()).toMatchObject([{ id: 'one' }, { prefix: 'a' }]);
  });

  it.each(['"quoted"', 'ключ/', 'a b&<c>', "it's"])(
    'take the prefix %j as it is',
    async (prefix) => {
      expect((await subscribe({ prefix })).statusCode).toBe(201);
      expect(await list()).toMatchObject([{ prefix }]);
      expect((await remove({ prefix })).statusCode).toBe(204);
    },
  );

  it.each([
    ['configuration.arn', { arn: '' }],
    ['configuration.arn', { arn: 'arn:minio:sqs::no-such:webhook' }],
    ['configuration.arn', { arn: 'nonsense' }],
    ['configuration.events', { events: [] }],
    ['configuration.events.0', { events: ['post'] }],
    ['configuration.prefix', { prefix: 'x'.repeat(1025) }],
    ['configuration.prefix', { prefix: 'é'.repeat(513) }],
    ['configuration.prefix', { prefix: 'a/../b' }],
    ['configuration.suffix', { suffix: 'a\\b' }],
    ['configuration.suffix', { suffix: 'a\u0001' }],
  ])('name the field that is wrong: %s in %j', async (field, configuration) => {
    const response = await subscribe(configuration);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field });
    expect(await list()).toEqual([]);
  });

  it('are not ended when they are not what was seen', async () => {
    await subscribe({ prefix: 'a' });
    const [seen] = await list();
    await remove({ prefix: 'a' });
    await subscribe({ prefix: 'a' });
    const late = await remove({ prefix: 'a' }, seen?.revision);
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ errorCode: 'ChangedMeanwhile' });
    expect((await remove({ prefix: 'a' }, (await list())[0]?.revision)).statusCode).toBe(204);
  });

  it('are all kept when several come at once', async () => {
    const prefixes = ['a', 'b', 'c', 'd', 'e'];
    await Promise.all(prefixes.map((prefix) => subscribe({ prefix })));
    expect((await list()).map(({ prefix }) => prefix).sort()).toEqual(prefixes);
  });

  it('stay as they are when the server goes away in the middle', async () => {
    await subscribe({ prefix: 'a' });
    test.gate.set('closed', ({ method }) => method === 'PUT');
    const response = await subscribe({ prefix: 'b' });
    test.gate.set('open');
    expect(response.json()).toMatchObject({ errorCode: 'StorageUnreachable' });
    expect(await list()).toHaveLength(1);
  });

  it('are the storage server’s to allow', async () => {
    await subscribe({ prefix: 'a' });
    const keys = await test.addUser(`listener-${count}`, {
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Action: ['s3:GetBucketNotification'],
          Resource: [`arn:aws:s3:::${bucket}`],
        },
      ],
    });
    const listener = await test.logIn(keys);
    expect(await list(listener)).toHaveLength(1);
    for (const refused of [
      await subscribe({ prefix: 'b' }, {}, listener),
      await remove({ prefix: 'a' }, undefined, listener),
    ]) {
      expect(refused.statusCode).toBe(403);
      expect(refused.json().detailedMessage).toContain('s3:PutBucketNotification');
    }
    const arns = await listener.send({ url: '/api/v1/admin/arns' });
    expect(arns.statusCode).toBe(403);
    expect((await test.anonymous.send({ url: path })).statusCode).toBe(401);
    path = '/api/v1/buckets/no-such-bucket/events';
    expect((await subscribe({})).json()).toMatchObject({ errorCode: 'BucketNotFound' });
  });
});

describe('targets of events', () => {
  it('are listed with their kind and state [API-32]', async () => {
    const response = await root.send({ url: '/api/v1/admin/arns' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      arns: [arn],
      targets: [{ arn, service: 'webhook', online: true }],
    });
  });
});
