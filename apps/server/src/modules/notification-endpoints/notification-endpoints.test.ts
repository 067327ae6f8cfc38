import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventTarget } from '../../../../../tests/conformance/support/event-target.ts';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';

let test: TestConsole;
let root: TestCaller;
let webhook: EventTarget;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  test = await startTestConsole();
  webhook = await EventTarget.start(test.target, 'first');
  root = await test.logIn();
});
afterAll(async () => {
  for (const end of ends) await end();
  await test.close();
  await webhook.remove();
});

const path = '/api/v1/admin/notification_endpoints';
const list = async (caller = root) =>
  (await caller.send({ url: path })).json().notification_endpoints as object[];
const tryOut = (
  service: string,
  values: Readonly<Record<string, string>>,
  more: { readonly account_id?: string; readonly caller?: TestCaller } = {},
) => {
  const { caller = root, ...named } = more;
  const key_values = Object.entries(values).map(([key, value]) => ({ key, value }));
  return caller.send({
    method: 'POST',
    url: `${path}/${service}/test`,
    payload: { ...named, key_values },
  });
};
const remove = (name: string, query = '') =>
  root.send({ method: 'DELETE', url: `${path}/notify_webhook/${name}${query}` });
const endpoint = () => /endpoint=(\S+)/.exec(webhook.settings)?.[1] ?? '';

async function portOf(): Promise<{ readonly port: number; readonly calls: () => number }> {
  let calls = 0;
  const server = createServer((socket) => {
    calls += 1;
    socket.destroy();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ends.push(() => server.close());
  return { port: (server.address() as AddressInfo).port, calls: () => calls };
}

describe('the notification targets', () => {
  it('are listed with their state, and with what waits for a restart [APIB-25]', async () => {
    expect(await list()).toEqual([
      { service: 'webhook', account_id: 'first', status: 'online', from_environment: false },
    ]);
    const text = `notify_webhook:second endpoint=${endpoint()}\n`;
    await test.admin.setConfig({ text });
    await test.admin.setConfig({
      text: `notify_webhook:third endpoint=${endpoint()} enable=off\n`,
    });
    expect(await list()).toEqual([
      expect.objectContaining({ account_id: 'first', status: 'online' }),
      {
        service: 'webhook',
        account_id: 'second',
        status: 'pending',
        at_restart: 'added',
        from_environment: false,
      },
      { service: 'webhook', account_id: 'third', status: 'disabled', from_environment: false },
    ]);
    expect((await remove('second')).json()).toEqual({ restart: true });
    expect((await remove('third')).statusCode).toBe(200);
    expect(await list()).toHaveLength(1);
  });

  it('are seen to be offline', async () => {
    await webhook.close();
    expect(await list()).toMatchObject([{ account_id: 'first', status: 'offline' }]);
    await webhook.open();
    expect(await list()).toMatchObject([{ account_id: 'first', status: 'online' }]);
  });

  it('are listed to who may not read the configuration, and not to who may not ask', async () => {
    const allow = (Action: string[]) => ({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action }],
    });
    const info = await test.addUser('looks-at-info', allow(['admin:ServerInfo']));
    expect(await list(await test.logIn(info))).toMatchObject([{ account_id: 'first' }]);
    const none = await test.addUser('looks-at-nothing', allow(['admin:ListUsers']));
    const refused = await (await test.logIn(none)).send({ url: path });
    expect(refused.statusCode).toBe(403);
  });

  it('stay while a bucket uses them, which is named, and go with its subscription', async () => {
    const name = 'kept';
    await test.admin.setConfig({ text: `notify_webhook:${name} endpoint=${endpoint()}\n` });
    await test.s3.makeBucket({ bucket: 'heard' });
    await test.s3.makeBucket({ bucket: 'silent' });
    const arn = webhook.arn(test.target);
    const rule = { id: 'one', events: ['s3:ObjectCreated:*'], prefix: '', suffix: '', stored: '' };
    await test.s3.putBucketNotification({ bucket: 'heard', rules: [{ ...rule, arn }] });
    const users = await root.send({ url: `${path}/notify_webhook/first/buckets` });
    expect(users.json()).toEqual({ buckets: ['heard'], unread: 0 });
    expect((await root.send({ url: `${path}/notify_webhook/kept/buckets` })).json()).toEqual({
      buckets: [],
      unread: 0,
    });
    const refused = await remove('first');
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      errorCode: 'TargetInUse',
      detailedMessage: 'Buckets that send events to it: heard.',
    });
    expect((await remove('kept')).statusCode).toBe(200);
    expect((await remove('first', '?force=true')).json()).toEqual({ restart: true });
    expect(await test.s3.getBucketNotification({ bucket: 'heard' })).toEqual([]);
    expect(await list()).toMatchObject([{ account_id: 'first', at_restart: 'removed' }]);
    await test.admin.setConfig({ text: `${webhook.settings}\n` });
    expect(await list()).not.toHaveProperty('0.at_restart');
  });

  it('are not found when there is none of the name or kind', async () => {
    expect((await remove('none')).statusCode).toBe(404);
    expect((await remove('a%3Ab')).statusCode).toBe(400);
    const kind = await root.send({ method: 'DELETE', url: `${path}/notify_pigeon/x` });
    expect(kind.statusCode).toBe(400);
  });
});

describe('the test of a target', () => {
  it('is made by the storage server and leaves nothing behind', async () => {
    const before = await test.admin.listConfigHistory({ count: 100 });
    const answer = await tryOut('notify_webhook', { endpoint: endpoint(), auth_token: 'sekrit' });
    expect(answer.json()).toEqual({ storage: { passed: true, reason: '' } });
    expect(await list()).toHaveLength(1);
    expect(await test.admin.exportConfig()).not.toContain('stowage-test');
    expect(await test.admin.listConfigHistory({ count: 100 })).toEqual(before);
  });

  it('says what the server says, and where the console gets stuck', async () => {
    const { port } = await portOf();
    await ends.pop()?.();
    const answer = await tryOut('notify_webhook', { endpoint: `http://127.0.0.1:${port}/` });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      storage: { passed: false, reason: expect.stringMatching(/./) },
      console: {
        host: '127.0.0.1',
        port,
        steps: [{ step: 'name' }, { step: 'connection', failure: 'refused' }],
      },
    });
    expect(answer.json().storage.reason).not.toContain('stowage-test');
  });

  it('keeps the secrets of a target that exists, and never tells them', async () => {
    const { port } = await portOf();
    const text = `notify_webhook:hidden endpoint=${endpoint()} auth_token=top-sekrit\n`;
    await test.admin.setConfig({ text });
    const answer = await tryOut(
      'notify_webhook',
      { endpoint: `http://127.0.0.1:${port}/` },
      { account_id: 'hidden' },
    );
    expect(answer.statusCode).toBe(200);
    expect(answer.body).not.toContain('sekrit');
    expect(test.log.join('')).not.toContain('sekrit');
    const stuck = await tryOut('notify_postgres', {
      connection_string: 'host=db user=me password=*****',
      table: 't',
    });
    expect(stuck.json()).toMatchObject({ errorCode: 'InvalidInput', field: 'connection_string' });
    await remove('hidden');
  });

  it.each([
    ['a line of its own', { endpoint: 'http://a/\nnotify_webhook:x endpoint=http://b/' }],
    ['another setting', { endpoint: 'http://a/ auth_token=x' }],
  ])('does not take %s in a value', async (_, values) => {
    const answer = await tryOut('notify_webhook', values);
    expect(answer.json()).toMatchObject({ errorCode: 'InvalidInput', field: 'endpoint' });
  });

  it('removes what a test that was cut off has left', async () => {
    const left = `notify_webhook:stowage-test-0badcafe endpoint=${endpoint()}\n`;
    await test.admin.setConfig({ text: left });
    await tryOut('notify_webhook', { endpoint: endpoint() });
    expect(await test.admin.exportConfig()).not.toContain('stowage-test');
  });

  it('connects to nothing for somebody who may not configure targets', async () => {
    const { port, calls } = await portOf();
    const info = await test.addUser('tests-nothing', {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['admin:ServerInfo'] }],
    });
    const caller = await test.logIn(info);
    const values = { endpoint: `http://127.0.0.1:${port}/` };
    const answer = await tryOut('notify_webhook', values, { caller });
    expect(answer.statusCode).toBe(403);
    expect(calls()).toBe(0);
  });

  it('is had twelve times a minute', async () => {
    const nobody = await test.addUser('tests-often', {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['admin:ServerInfo'] }],
    });
    const caller = await test.logIn(nobody);
    const answers: number[] = [];
    for (let count = 0; count < 13; count += 1) {
      answers.push((await tryOut('notify_webhook', { endpoint: 'x' }, { caller })).statusCode);
    }
    expect(answers).toEqual([...new Array(12).fill(403), 429]);
  });
});
