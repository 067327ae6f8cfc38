import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addUser, errorOf, seal } from '../testing/test-storage.ts';
import { startNotifiedStorage } from './testing/notified-storage.ts';
import { WebhookReceiver } from './testing/webhook-receiver.ts';

let served: Awaited<ReturnType<typeof startNotifiedStorage>>;
let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await new WebhookReceiver().open();
  served = await startNotifiedStorage();
});
afterEach(async () => {
  await served.storage.close();
  await receiver.close();
});

describe('targets of events in the configuration', () => {
  it('have names, and settings each of its own', async () => {
    await served.set(`notify_webhook:one endpoint=${receiver.url}/1 comment="a note"`);
    await served.set(`notify_webhook:two endpoint=${receiver.url}/2 queue_limit=5`);
    expect((await served.get('notify_webhook')).split('\n')).toEqual([
      'notify_webhook enable=off endpoint= auth_token= queue_limit=0 queue_dir= client_cert= client_key= ',
      `notify_webhook:one endpoint=${receiver.url}/1 auth_token= queue_limit=0 queue_dir= client_cert= client_key= comment="a note" `,
      `notify_webhook:two endpoint=${receiver.url}/2 auth_token= queue_limit=5 queue_dir= client_cert= client_key= `,
      '',
    ]);
    expect((await served.get('notify_webhook:two')).split('\n')).toHaveLength(2);
    const missing = await served.admin('GET', 'get-config-kv?key=notify_webhook:three');
    expect(errorOf(missing)).toBe('400 XMinioConfigError');
  });

  it('are in effect after a restart of the service, as clients are told', async () => {
    const answer = await served.set(`notify_webhook:one endpoint=${receiver.url}`);
    expect([answer.status, answer.headers['x-minio-config-applied']]).toEqual([200, undefined]);
    expect((await served.info()).sqsARN).toBeUndefined();
    await served.reload();
    expect((await served.info()).sqsARN).toEqual(['arn:minio:sqs::one:webhook']);
    await served.set('notify_webhook:one enable=off');
    await served.storage.restart();
    expect((await served.info()).sqsARN).toBeUndefined();
    expect(await served.get('notify_webhook:one')).toContain('enable=off');
  });

  it('keep their secrets where they are only looked at', async () => {
    await served.set(`notify_webhook:one endpoint=${receiver.url} auth_token=sekrit`);
    expect(await served.get('notify_webhook')).not.toContain('sekrit');
    const exported = await served.exported();
    expect(exported).toContain(`notify_webhook:one endpoint=${receiver.url} auth_token=sekrit`);
    expect(exported).toContain('# notify_redis enable=off');
    expect((await served.admin('PUT', 'config', await seal(exported))).status).toBe(200);
    expect(await served.exported()).toBe(exported);
    expect(served.storage.messages.join()).not.toContain('sekrit');
  });

  it('are reset whole or by key', async () => {
    await served.set(`notify_webhook:one endpoint=${receiver.url} queue_limit=5`);
    await served.reset('notify_webhook:one queue_limit');
    expect(await served.get('notify_webhook:one')).toContain('queue_limit=0');
    expect(errorOf(await served.reset('notify_webhook:one endpoint'))).toBe(
      '400 XMinioConfigError',
    );
    await served.reset('notify_webhook:one enable');
    expect(await served.get('notify_webhook:one')).toContain('enable=off');
    expect((await served.reset('notify_webhook:one')).status).toBe(200);
    expect(errorOf(await served.reset('notify_webhook:one'))).toBe('400 XMinioConfigError');
  });

  it.each([
    ['notify_webhook:x', 'cannot have empty keys'],
    ['notify_webhook:x auth_token=t', "'endpoint' is not optional"],
    ['notify_webhook:x endpoint=ftp://host', 'http:// or https://'],
    ['notify_webhook:x endpoint=http://127.0.0.1:1/', 'ECONNREFUSED'],
    ['notify_webhook:a/b endpoint=http://h', 'cannot be the name'],
    ['notify_webhook:x endpoint=http://h queue_dir=relative', 'absolute path'],
    ['notify_webhook:x endpoint=https://h client_cert=/c', 'go together'],
    ['notify_webhook:x nope=1', "has no key 'nope'"],
    ['notify_postgres:x connection_string=host table=t', 'postgres:// address'],
    ['notify_postgres:x connection_string="host=h" table="a b"', 'name of a table'],
    ['notify_postgres:x connection_string="host=h"', "'table' is not optional"],
    ['notify_redis address=h:1:2 key=k', 'a host and its port'],
    ['notify_redis address=h format=other key=k', 'namespace, access'],
    ['notify_kafka brokers=h', 'unknown sub-system'],
    ['scanner:x speed=fast', 'only supports single target'],
  ])('are refused: %s', async (text, message) => {
    const answer = await served.set(text);
    expect(errorOf(answer)).toBe('400 XMinioConfigError');
    expect(answer.text).toContain(message);
    expect(await served.get('notify_webhook')).not.toContain('notify_webhook:');
  });

  it('may be set while they are away when they are disabled', async () => {
    const text = 'notify_webhook:x endpoint=http://127.0.0.1:1/ enable=off';
    expect((await served.set(text)).status).toBe(200);
  });

  it('explain themselves', async () => {
    const help = JSON.parse(
      (await served.admin('GET', 'help-config-kv?subSys=notify_webhook&key=')).text,
    );
    expect(help).toMatchObject({ subSys: 'notify_webhook', multipleTargets: true });
    expect(help.keysHelp).toContainEqual(
      expect.objectContaining({ key: 'endpoint', type: 'url', optional: false }),
    );
  });

  it('are not for those who may not change the configuration', async () => {
    const user = { accessKey: 'alice', secretKey: 'alice-secret' };
    await addUser(served.storage, user, 'readwrite');
    const body = await seal(`notify_webhook:one endpoint=${receiver.url}`, user);
    const answer = await served.admin('PUT', 'set-config-kv', body, user);
    expect(errorOf(answer)).toBe('403 AccessDenied');
  });
});
