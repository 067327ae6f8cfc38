import type { Credentials } from '@stowage/storage-wire/sigv4';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  rule,
  setRules,
  startNotifiedStorage,
} from '../../notifications/testing/notified-storage.ts';
import { WebhookReceiver } from '../../notifications/testing/webhook-receiver.ts';
import { addPolicy, addUser, errorOf } from '../../testing/test-storage.ts';

const USER: Credentials = { accessKey: 'alice', secretKey: 'alice-secret' };
const PUT_RULE = rule('primary:webhook', ['ObjectCreated:*']);

let served: Awaited<ReturnType<typeof startNotifiedStorage>>;
let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await new WebhookReceiver().open();
  served = await startNotifiedStorage();
  await served.use(`notify_webhook:primary endpoint=${receiver.url}`);
  await served.storage.call({ method: 'PUT', path: '/bucket' });
});
afterEach(async () => {
  await served.storage.close();
  await receiver.close();
});

const call = (method: string, body: string, as?: Credentials | 'anonymous') =>
  served.storage.call({
    method,
    path: '/bucket?notification',
    body,
    ...(as === undefined ? {} : { as }),
  });
const document = (inner: string) =>
  `<NotificationConfiguration>${inner}</NotificationConfiguration>`;

it('needs a right of its own for reading and for writing', async () => {
  const allow = (name: string, Action: string) =>
    addPolicy(served.storage, name, [{ Effect: 'Allow', Action, Resource: 'arn:aws:s3:::bucket' }]);
  await allow('reader', 's3:GetBucketNotification');
  await addUser(served.storage, USER, 'reader');
  expect((await call('GET', '', USER)).status).toBe(200);
  expect(errorOf(await call('PUT', document(PUT_RULE), USER))).toBe('403 AccessDenied');
  expect(errorOf(await call('GET', '', 'anonymous'))).toBe('403 AccessDenied');
  await allow('writer', 's3:PutBucketNotification');
  await addUser(served.storage, { ...USER, accessKey: 'walter' }, 'writer');
  const walter = { ...USER, accessKey: 'walter' };
  expect((await call('PUT', document(PUT_RULE), walter)).status).toBe(200);
  expect(errorOf(await call('GET', '', walter))).toBe('403 AccessDenied');
});

it.each([
  ['', '411 MissingContentLength'],
  ['<Something/>', '400 MalformedXML'],
  ['<NotificationConfiguration>', '400 MalformedXML'],
  ['<!DOCTYPE a [<!ENTITY b "c">]><NotificationConfiguration/>', '400 MalformedXML'],
])('refuses %j and keeps the rules', async (body, code) => {
  await call('PUT', document(PUT_RULE));
  expect(errorOf(await call('PUT', body))).toBe(code);
  expect((await call('GET', '')).text).toContain('primary:webhook');
});

it('is of a bucket that there is', async () => {
  expect(errorOf(await setRules(served.storage, 'nowhere', PUT_RULE))).toBe('404 NoSuchBucket');
});

it('keeps either the target or the rules out when both are changed at once', async () => {
  for (let round = 0; round < 3; round++) {
    const [set, reset] = await Promise.all([
      call('PUT', document(PUT_RULE)),
      served.reset('notify_webhook:primary'),
    ]);
    expect([set.status, reset.status].sort()).toEqual([200, 400]);
    await call('PUT', document(''));
    await served.use(`notify_webhook:primary endpoint=${receiver.url}`);
  }
});
