import { hash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorOf, seal } from '../testing/test-storage.ts';
import { rule, setRules, startNotifiedStorage } from './testing/notified-storage.ts';
import { WebhookReceiver } from './testing/webhook-receiver.ts';

let served: Awaited<ReturnType<typeof startNotifiedStorage>>;
let receiver: WebhookReceiver;

beforeEach(async () => {
  receiver = await new WebhookReceiver().open();
  served = await startNotifiedStorage();
  await served.use(`notify_webhook:primary endpoint=${receiver.url} auth_token=sekrit`);
  await served.storage.call({ method: 'PUT', path: '/bucket' });
});
afterEach(async () => {
  await served.storage.close();
  await receiver.close();
});

const call = (method: string, path: string, body = '', headers = {}) =>
  served.storage.call({ method, path: `/bucket/${path}`, body, headers });
const rules = (...all: string[]) => setRules(served.storage, 'bucket', ...all);
const state = async () => (await served.info()).services.notifications;

describe('events', () => {
  it('reach a webhook as MinIO tells of them', async () => {
    await rules(rule('primary:webhook', ['ObjectCreated:*']));
    const headers = { 'content-type': 'text/x', 'x-amz-meta-some-key': 'v', 'user-agent': 'me/1' };
    const put = await call('PUT', 'a/%C3%BC%20x%2By!.txt', 'hello', headers);
    const [event] = await receiver.waitFor(1);
    expect(event?.headers).toMatchObject({
      authorization: 'Bearer sekrit',
      'content-type': 'application/json',
    });
    expect(event).toMatchObject({
      EventName: 's3:ObjectCreated:Put',
      Key: 'bucket/a/ü x+y!.txt',
      Records: [
        {
          eventVersion: '2.0',
          eventSource: 'minio:s3',
          awsRegion: '',
          eventTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          eventName: 's3:ObjectCreated:Put',
          userIdentity: { principalId: 'test-root' },
          requestParameters: {
            principalId: 'test-root',
            region: '',
            sourceIPAddress: '127.0.0.1',
          },
          responseElements: {
            'x-amz-id-2': put.headers['x-amz-id-2'],
            'x-amz-request-id': put.headers['x-amz-request-id'],
            'x-minio-deployment-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
            'x-minio-origin-endpoint': served.storage.url,
          },
          s3: {
            s3SchemaVersion: '1.0',
            configurationId: 'Config',
            bucket: {
              name: 'bucket',
              ownerIdentity: { principalId: 'test-root' },
              arn: 'arn:aws:s3:::bucket',
            },
            object: {
              key: 'a%2F%C3%BC+x%2By%21.txt',
              size: 5,
              eTag: '5d41402abc4b2a76b9719d911017c592',
              contentType: 'text/x',
              userMetadata: { 'X-Amz-Meta-Some-Key': 'v', 'content-type': 'text/x' },
              sequencer: expect.stringMatching(/^[0-9A-F]{16}$/),
            },
          },
          source: { host: '127.0.0.1', port: '', userAgent: 'me/1' },
        },
      ],
    });
  });

  it('are those that rules name, for keys that they name', async () => {
    await rules(
      rule(
        'primary:webhook',
        ['ObjectCreated:Put', 'ObjectRemoved:*'],
        '<Filter><S3Key><FilterRule><Name>prefix</Name><Value>a/</Value></FilterRule><FilterRule><Name>suffix</Name><Value>.txt</Value></FilterRule></S3Key></Filter>',
      ),
    );
    await call('PUT', 'b/no.txt', 'x');
    await call('PUT', 'a/no.jpg', 'x');
    await call('PUT', 'a/yes.txt', 'x');
    await call('PUT', 'a/copy.txt', '', { 'x-amz-copy-source': '/bucket/a/yes.txt' });
    await call('DELETE', 'a/none.txt');
    await call('DELETE', 'a/yes.txt');
    await receiver.waitFor(2);
    expect(receiver.names).toEqual([
      's3:ObjectCreated:Put bucket/a/yes.txt',
      's3:ObjectRemoved:Delete bucket/a/yes.txt',
    ]);
  });

  it('are told of each kind of change and read', async () => {
    await served.storage.call({
      method: 'PUT',
      path: '/locked',
      headers: { 'x-amz-bucket-object-lock-enabled': 'true' },
    });
    const all = ['ObjectCreated:*', 'ObjectRemoved:*', 'ObjectAccessed:*'];
    await setRules(served.storage, 'locked', rule('primary:webhook', all));
    const on = (method: string, path: string, body = '', headers = {}) =>
      served.storage.call({ method, path: `/locked/${path}`, body, headers });
    await on('PUT', 'k', 'x');
    await on('PUT', 'k?tagging', '<Tagging><TagSet/></Tagging>');
    await on('DELETE', 'k?tagging');
    await on('PUT', 'k?legal-hold', '<LegalHold><Status>OFF</Status></LegalHold>');
    await on(
      'PUT',
      'k?retention',
      '<Retention><Mode>GOVERNANCE</Mode><RetainUntilDate>2099-01-01T00:00:00Z</RetainUntilDate></Retention>',
    );
    await on('GET', 'k');
    await on('HEAD', 'k');
    await on('GET', 'k?retention');
    await on('GET', 'k?legal-hold');
    await on('GET', 'k?attributes', '', { 'x-amz-object-attributes': 'ETag' });
    await on('DELETE', 'k');
    const events = await receiver.waitFor(11);
    expect(events.map(({ EventName }) => EventName).sort()).toEqual([
      's3:ObjectAccessed:Attributes',
      's3:ObjectAccessed:Get',
      's3:ObjectAccessed:GetLegalHold',
      's3:ObjectAccessed:GetRetention',
      's3:ObjectAccessed:Head',
      's3:ObjectCreated:DeleteTagging',
      's3:ObjectCreated:Put',
      's3:ObjectCreated:PutLegalHold',
      's3:ObjectCreated:PutRetention',
      's3:ObjectCreated:PutTagging',
      's3:ObjectRemoved:DeleteMarkerCreated',
    ]);
    expect(events[0]?.Records[0]?.s3.object.versionId).toMatch(/^[0-9a-f-]{30,}$/);
  });

  it('wait while the target is down and come in their order then, also over a restart', async () => {
    await rules(rule('primary:webhook', ['ObjectCreated:*', 'ObjectRemoved:*']));
    await receiver.close();
    for (const body of ['1', '22', '333']) {
      await call('PUT', 'k', body);
    }
    await call('DELETE', 'k');
    await vi.waitFor(
      async () => expect((await state())[0].webhook).toEqual([{ primary: { status: 'offline' } }]),
      30_000,
    );
    await served.storage.restart();
    await call('PUT', 'k', '4444');
    await receiver.open();
    const events = await receiver.waitFor(5);
    const seen = events.map(({ EventName, Records }) => [EventName, Records[0]?.s3.object.size]);
    expect(seen).toEqual([
      ['s3:ObjectCreated:Put', 1],
      ['s3:ObjectCreated:Put', 2],
      ['s3:ObjectCreated:Put', 3],
      ['s3:ObjectRemoved:Delete', undefined],
      ['s3:ObjectCreated:Put', 4],
    ]);
    expect((await state())[0].webhook).toEqual([{ primary: { status: 'online' } }]);
    expect(served.storage.messages.join()).toContain('Events reach a target again.');
    expect(served.storage.messages.join()).not.toContain('sekrit');
  });

  it.each([302, 500, 403])('are sent again after an answer of %d', async (status) => {
    await rules(rule('primary:webhook', ['ObjectCreated:*']));
    receiver.status = status;
    await call('PUT', 'k', 'x');
    await vi.waitFor(
      () => expect(served.storage.messages.join()).toContain(`status ${status}`),
      30_000,
    );
    receiver.status = 200;
    await receiver.waitFor(1);
    expect(receiver.names).toEqual(['s3:ObjectCreated:Put bucket/k']);
  });

  it('beyond the limit of a queue are dropped, and the write goes on', async () => {
    await served.use(`notify_webhook:primary endpoint=${receiver.url} queue_limit=2`);
    await rules(rule('primary:webhook', ['ObjectCreated:*']));
    await receiver.close();
    for (const key of ['a', 'b', 'c', 'd']) {
      expect((await call('PUT', key, 'x')).status).toBe(200);
    }
    await receiver.open();
    await receiver.waitFor(2);
    // Delivered events leave the queue a moment later.
    await vi.waitFor(
      async () => {
        await call('PUT', 'e', 'x');
        expect(receiver.names).toContain('s3:ObjectCreated:Put bucket/e');
      },
      { timeout: 20_000, interval: 100 },
    );
    expect(new Set(receiver.names)).toEqual(
      new Set([
        's3:ObjectCreated:Put bucket/a',
        's3:ObjectCreated:Put bucket/b',
        's3:ObjectCreated:Put bucket/e',
      ]),
    );
    expect(served.storage.messages.join()).toContain('The queue of a target is full');
  });

  it('go to several targets, and one that is down holds up none', async () => {
    const other = await new WebhookReceiver().open();
    await served.use(`notify_webhook endpoint=${other.url}`);
    await rules(
      rule('primary:webhook', ['ObjectCreated:*']),
      rule('_:webhook', ['ObjectCreated:*']),
    );
    await receiver.close();
    await call('PUT', 'k', 'x');
    await other.waitFor(1);
    await receiver.open();
    await receiver.waitFor(1);
    await other.close();
  });

  it('of many objects all arrive', async () => {
    await rules(rule('primary:webhook', ['ObjectCreated:*']));
    const keys = Array.from({ length: 300 }, (_, index) => `k${index}`);
    await Promise.all(keys.map((key) => call('PUT', key, 'x')));
    await receiver.waitFor(300);
    expect(new Set(receiver.names).size).toBe(300);
  });

  it('of the lifecycle are told as its own', async () => {
    await rules(rule('primary:webhook', ['ObjectRemoved:*']));
    await call('PUT', 'k', 'x');
    const body =
      '<LifecycleConfiguration><Rule><ID>r</ID><Status>Enabled</Status><Filter><Prefix></Prefix></Filter><Expiration><Date>2020-01-01T00:00:00Z</Date></Expiration></Rule></LifecycleConfiguration>';
    const headers = { 'content-md5': hash('md5', body, 'base64') };
    const set = await served.storage.call({
      method: 'PUT',
      path: '/bucket?lifecycle',
      headers,
      body,
    });
    expect(set.text).toBe('');
    await served.storage.scan();
    const [event] = await receiver.waitFor(1);
    expect(event?.Records[0]).toMatchObject({
      eventName: 's3:ObjectRemoved:Delete',
      source: { userAgent: 'Internal: [ILM-Expiry]' },
    });
  });
});

describe('a target', () => {
  it('is told of in the information on the server', async () => {
    expect(await served.info()).toMatchObject({
      sqsARN: ['arn:minio:sqs::primary:webhook'],
      services: { notifications: [{ webhook: [{ primary: { status: 'online' } }] }] },
    });
  });

  it('stays while a bucket sends events to it', async () => {
    await rules(rule('primary:webhook', ['ObjectCreated:*']));
    for (const answer of [
      await served.reset('notify_webhook:primary'),
      await served.set('notify_webhook:primary enable=off'),
      await served.admin('PUT', 'config', await seal('api requests_max=0')),
    ]) {
      expect(errorOf(answer)).toBe('400 XMinioConfigError');
      expect(answer.text).toContain("bucket 'bucket' sends events to it");
    }
    await rules();
    expect((await served.reset('notify_webhook:primary')).status).toBe(200);
    expect((await served.info()).sqsARN).toEqual(['arn:minio:sqs::primary:webhook']);
    // It runs until the restart, but new rules cannot use it.
    const late = await rules(rule('primary:webhook', ['ObjectCreated:*']));
    expect(errorOf(late)).toBe('400 InvalidArgument');
    await served.reload();
    expect((await served.info()).sqsARN).toBeUndefined();
  });

  it('that goes takes along what waited for it', async () => {
    await rules(rule('primary:webhook', ['ObjectCreated:*']));
    await receiver.close();
    await call('PUT', 'k', 'x');
    await rules();
    await served.reset('notify_webhook:primary');
    await served.reload();
    await receiver.open();
    await served.use(`notify_webhook:primary endpoint=${receiver.url}`);
    await rules(rule('primary:webhook', ['ObjectCreated:*']));
    await call('PUT', 'l', 'x');
    await receiver.waitFor(1);
    expect(receiver.names).toEqual(['s3:ObjectCreated:Put bucket/l']);
  });
});
