import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorOf, startTestStorage, type TestStorage } from '../../testing/test-storage.ts';

let storage: TestStorage;
beforeAll(async () => {
  storage = await startTestStorage();
  await storage.call({ method: 'PUT', path: '/bucket' });
});
afterAll(() => storage.close());

const rule = (inner: string) =>
  `<LifecycleConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Rule><ID>my rule</ID><Status>Enabled</Status>${inner}</Rule></LifecycleConfiguration>`;
const put = (body: string, headers?: Record<string, string>) =>
  storage.call({
    method: 'PUT',
    path: '/bucket?lifecycle',
    body,
    headers: headers ?? { 'content-md5': hash('md5', body, 'base64') },
  });
const midnight = '<Expiration><Date>2020-01-01T00:00:00Z</Date></Expiration>';

it('keeps a configuration, gives it back with its time, and forgets it', async () => {
  const path = '/bucket?lifecycle';
  expect(errorOf(await storage.call({ path }))).toBe('404 NoSuchLifecycleConfiguration');
  const body = rule('<Filter><Prefix>a/</Prefix></Filter><Expiration><Days>5</Days></Expiration>');
  expect((await put(body)).status).toBe(200);
  expect((await storage.call({ path })).text).toContain(body.slice(body.indexOf('<Rule>')));
  await storage.restart();
  const timed = await storage.call({ path: `${path}&withUpdatedAt=true` });
  expect(timed.headers['x-minio-lifecycleconfig-updatedat']).toMatch(/^\d{8}T\d{6}Z$/);
  expect(errorOf(await storage.call({ path: `${path}&withUpdatedAt=maybe` }))).toBe(
    '400 XMinioInvalidLifecycleParameter',
  );
  expect((await storage.call({ method: 'DELETE', path })).status).toBe(204);
  expect(errorOf(await storage.call({ path }))).toBe('404 NoSuchLifecycleConfiguration');
});

it('refuses what it cannot trust', async () => {
  const good = rule('<Filter/><Expiration><Days>5</Days></Expiration>');
  expect(errorOf(await put(good, {}))).toBe('400 MissingContentMD5');
  expect(errorOf(await put(rule('<Filter/>')))).toBe('400 MalformedXML');
  const unsayable = rule(
    '<Filter><Prefix>&#x1;</Prefix></Filter><Expiration><Days>5</Days></Expiration>',
  );
  expect(errorOf(await put(unsayable))).toBe('400 MalformedXML');
  expect(errorOf(await put('x'.repeat(1024 * 1024 + 1)))).toBe('400 EntityTooLarge');
});

it('tells when an object will expire, and lets it expire', async () => {
  await put(rule(`<Filter><Prefix>old/</Prefix></Filter>${midnight}`));
  const written = await storage.call({ method: 'PUT', path: '/bucket/old/a', body: 'x' });
  const expected = 'expiry-date="Wed, 01 Jan 2020 00:00:00 GMT", rule-id="my%20rule"';
  expect(written.headers['x-amz-expiration']).toBe(expected);
  const head = await storage.call({ method: 'HEAD', path: '/bucket/old/a' });
  expect(head.headers['x-amz-expiration']).toBe(expected);
  const other = await storage.call({ method: 'PUT', path: '/bucket/new', body: 'x' });
  expect(other.headers['x-amz-expiration']).toBeUndefined();
  const before = Date.now();
  await storage.scan();
  expect(errorOf(await storage.call({ path: '/bucket/old/a' }))).toBe('404 NoSuchKey');
  expect((await storage.call({ path: '/bucket/new' })).status).toBe(200);
  const usage = await storage.call({ path: '/minio/admin/v3/datausageinfo' });
  const { lastUpdate } = JSON.parse(usage.text);
  expect(Date.parse(lastUpdate)).toBeGreaterThanOrEqual(before);
});
