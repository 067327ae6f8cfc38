import { hash } from 'node:crypto';
import { legacySignature } from '@stowage/storage-wire/sigv2';
import type { Credentials } from '@stowage/storage-wire/sigv4';
import { presignUrl } from '@stowage/storage-wire/sigv4';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addPolicy,
  addUser,
  errorOf,
  ROOT,
  startTestStorage,
  type TestStorage,
  xmlAt,
} from '../testing/test-storage.ts';

let storage: TestStorage;

const READER: Credentials = { accessKey: 'reader', secretKey: 'reader-secret' };
const WRITER: Credentials = { accessKey: 'writer', secretKey: 'writer-secret' };

beforeAll(async () => {
  storage = await startTestStorage();
  await storage.call({ method: 'PUT', path: '/bucket' });
  await storage.call({ method: 'PUT', path: '/bucket/key', body: 'content' });
  await addUser(storage, READER, 'readonly');
  await addUser(storage, WRITER, 'writeonly');
});

afterAll(() => storage.close());

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe('a signature', () => {
  const path = '/bucket/key';

  it.each([
    ['of an unknown key', { as: { ...ROOT, accessKey: 'nobody' } }, '403 InvalidAccessKeyId'],
    ['with a wrong secret', { as: { ...ROOT, secretKey: 'wrong' } }, '403 SignatureDoesNotMatch'],
    ['of a clock that is late', { now: minutesAgo(16) }, '403 RequestTimeTooSkewed'],
    ['of a clock that is early', { now: minutesAgo(-16) }, '403 RequestTimeTooSkewed'],
    ['for another service', { service: 'sts' }, '400 AuthorizationHeaderMalformed'],
    ['with a token of nobody', { as: { ...ROOT, sessionToken: 'a.b.c' } }, '403 InvalidTokenId'],
  ] as const)('%s is refused', async (_, change, error) => {
    expect(errorOf(await storage.call({ path, ...change }))).toBe(error);
  });

  it('that is garbage is refused', async () => {
    for (const authorization of [
      '',
      'AWS4-HMAC-SHA256',
      'AWS4-HMAC-SHA256 Credential=a',
      'AWS a:b',
    ]) {
      const answer = await storage.call({ path, as: 'anonymous', headers: { authorization } });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    }
  });

  it('of version 2 counts for S3, but not for the Admin API', async () => {
    const signed = (as: typeof ROOT, target: string, more: Record<string, string> = {}) => {
      const [rawPath = '', rawQuery = ''] = target.split('?');
      const headers = { date: new Date().toUTCString(), ...more };
      const wire = { method: 'GET', rawPath, rawQuery, headers };
      const signature = legacySignature(wire, headers.date, as.secretKey);
      const authorization = `AWS ${as.accessKey}:${signature}`;
      return storage.call({
        path: target,
        as: 'anonymous',
        headers: { ...headers, authorization },
      });
    };
    expect((await signed(ROOT, path)).text).toBe('content');
    expect((await signed(READER, '/bucket?versions')).status).toBe(403);
    expect((await signed(READER, path)).text).toBe('content');
    expect(errorOf(await signed({ ...READER, secretKey: 'wrong' }, path))).toBe(
      '403 SignatureDoesNotMatch',
    );
    expect((await signed(ROOT, '/minio/admin/v3/info')).status).toBe(400);
    const late = { date: minutesAgo(20).toUTCString() };
    expect(errorOf(await signed(ROOT, path, late))).toBe('403 RequestTimeTooSkewed');
  });

  it('counts for any region unless the store has one', async () => {
    expect((await storage.call({ path, region: 'eu-west-1' })).status).toBe(200);
    await storage.restart({ region: 'eu-central-1' });
    expect((await storage.call({ path, region: 'eu-central-1' })).status).toBe(200);
    expect(errorOf(await storage.call({ path, region: 'us-east-1' }))).toBe(
      '400 AuthorizationHeaderMalformed',
    );
    const asked = await storage.call({ path: '/bucket?location', region: 'us-east-1' });
    expect(asked.status).toBe(200);
    await storage.restart();
  });
});

describe('a presigned address', () => {
  const presigned = (change: Partial<Parameters<typeof presignUrl>[0]> = {}) => {
    const url = presignUrl({
      method: 'GET',
      url: `${storage.url}/bucket/key`,
      credentials: ROOT,
      region: 'us-east-1',
      service: 's3',
      expiresSeconds: 60,
      ...change,
    });
    return url.slice(storage.url.length);
  };
  const open = (path: string, method = 'GET', body?: string) =>
    storage.call({ method, path, as: 'anonymous', ...(body === undefined ? {} : { body }) });

  it('opens what it was made for', async () => {
    expect((await open(presigned())).text).toBe('content');
    const target = { method: 'PUT', url: `${storage.url}/bucket/sent` };
    expect((await open(presigned(target), 'PUT', 'sent')).status).toBe(200);
    expect((await storage.call({ path: '/bucket/sent' })).text).toBe('sent');
  });

  it('opens nothing else, and not for ever', async () => {
    expect(errorOf(await open(presigned(), 'DELETE'))).toBe('403 SignatureDoesNotMatch');
    expect(errorOf(await open(presigned().replace('/key', '/other')))).toBe(
      '403 SignatureDoesNotMatch',
    );
    expect(errorOf(await open(presigned({ now: minutesAgo(2) })))).toBe('403 AccessDenied');
  });
});

describe('policies', () => {
  it('of users decide each call', async () => {
    const get = { path: '/bucket/key' };
    const put = { method: 'PUT', path: '/bucket/new', body: 'x' };
    expect((await storage.call({ ...get, as: READER })).status).toBe(200);
    expect(errorOf(await storage.call({ ...put, as: READER }))).toBe('403 AccessDenied');
    expect((await storage.call({ ...put, as: WRITER })).status).toBe(200);
    expect(errorOf(await storage.call({ ...get, as: WRITER }))).toBe('403 AccessDenied');
    expect(errorOf(await storage.call({ path: '/bucket', as: READER }))).toBe('403 AccessDenied');
    expect((await storage.call({ path: '/', as: READER })).text).toContain('<Name>bucket</Name>');
    expect(errorOf(await storage.call({ path: '/', as: WRITER }))).toBe('403 AccessDenied');
  });

  it('of a bucket open it to everybody, and their denies bind all but root', async () => {
    const statement = (change: object) => ({
      Effect: 'Allow',
      Principal: '*',
      Action: ['s3:GetObject'],
      Resource: ['arn:aws:s3:::open/public/*'],
      ...change,
    });
    const secret = { Effect: 'Deny', Resource: ['arn:aws:s3:::open/public/secret'] };
    await storage.call({ method: 'PUT', path: '/open' });
    for (const key of ['public/a', 'public/secret', 'private']) {
      await storage.call({ method: 'PUT', path: `/open/${key}`, body: key });
    }
    const anonymous = (path: string, method = 'GET') =>
      storage.call({ method, path, as: 'anonymous' });
    expect(errorOf(await anonymous('/open/public/a'))).toBe('403 AccessDenied');
    const body = JSON.stringify({
      Version: '2012-10-17',
      Statement: [statement({}), statement(secret)],
    });
    await storage.call({ method: 'PUT', path: '/open?policy', body });
    expect((await anonymous('/open/public/a')).text).toBe('public/a');
    for (const path of ['/open/private', '/open', '/open/public/secret', '/missing/key', '/']) {
      expect(errorOf(await anonymous(path))).toBe('403 AccessDenied');
    }
    expect(errorOf(await anonymous('/open/public/a', 'DELETE'))).toBe('403 AccessDenied');
    expect(errorOf(await anonymous('/open/public/a?response-content-type=a'))).toBe(
      '400 InvalidRequest',
    );
    expect((await storage.call({ path: '/open/private', as: READER })).status).toBe(200);
    expect(errorOf(await storage.call({ path: '/open/public/secret', as: READER }))).toBe(
      '403 AccessDenied',
    );
    expect((await storage.call({ path: '/open/public/secret' })).text).toBe('public/secret');
    await storage.call({ method: 'DELETE', path: '/open?policy' });
    expect(errorOf(await anonymous('/open/public/a'))).toBe('403 AccessDenied');
  });

  it('let those who may list a key know that it is not there', async () => {
    const statement = {
      Effect: 'Allow',
      Principal: '*',
      Action: ['s3:ListBucket'],
      Resource: ['arn:aws:s3:::listed'],
      Condition: { StringLike: { 's3:prefix': ['public/*'] } },
    };
    await storage.call({ method: 'PUT', path: '/listed' });
    await storage.call({ method: 'PUT', path: '/listed/public/here', body: 'x' });
    const body = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
    await storage.call({ method: 'PUT', path: '/listed?policy', body });
    const open = async (key: string) =>
      errorOf(await storage.call({ path: `/listed/${key}`, as: 'anonymous' }));
    expect(await open('public/absent')).toBe('404 NoSuchKey');
    expect(await open('public/here')).toBe('403 AccessDenied');
    expect(await open('private/absent')).toBe('403 AccessDenied');
  });

  it('know the prefix of a listing and the name of the user', async () => {
    const user = { accessKey: 'homer', secretKey: 'homer-secret' };
    await addPolicy(storage, 'home', [
      {
        Effect: 'Allow',
        Action: ['s3:ListBucket'],
        Resource: ['arn:aws:s3:::bucket'],
        Condition: { StringLike: { 's3:prefix': [`\${aws:username}/*`] } },
      },
    ]);
    await addUser(storage, user, 'home');
    const list = (prefix: string) =>
      storage.call({ path: `/bucket?list-type=2&prefix=${prefix}`, as: user });
    expect((await list('homer/')).status).toBe(200);
    expect(errorOf(await list('marge/'))).toBe('403 AccessDenied');
    expect(errorOf(await storage.call({ path: '/bucket?list-type=2', as: user }))).toBe(
      '403 AccessDenied',
    );
  });

  it('about tags look at the object that is meant, in copies too', async () => {
    const user = { accessKey: 'tagger', secretKey: 'tagger-secret' };
    const everywhere = ['arn:aws:s3:::bucket/*'];
    await addPolicy(storage, 'tagged', [
      {
        Effect: 'Allow',
        Action: ['s3:GetObject'],
        Resource: everywhere,
        Condition: { StringEquals: { 's3:ExistingObjectTag/open': ['yes'] } },
      },
      { Effect: 'Allow', Action: ['s3:PutObject'], Resource: everywhere },
    ]);
    await addUser(storage, user, 'tagged');
    const headers = { 'x-amz-tagging': 'open=yes' };
    await storage.call({ method: 'PUT', path: '/bucket/opened', body: 'x', headers });
    expect((await storage.call({ path: '/bucket/opened', as: user })).status).toBe(200);
    expect(errorOf(await storage.call({ path: '/bucket/key', as: user }))).toBe('403 AccessDenied');
    const copy = await storage.call({
      method: 'PUT',
      path: '/bucket/opened',
      headers: { 'x-amz-copy-source': 'bucket/key' },
      as: user,
    });
    expect(errorOf(copy)).toBe('403 AccessDenied');
  });

  it('ask for more when a call does more', async () => {
    const headers = { 'x-amz-tagging': 'a=b' };
    const tagged = { method: 'PUT', path: '/bucket/more', body: 'x', headers, as: WRITER };
    expect(errorOf(await storage.call(tagged))).toBe('403 AccessDenied');
    const body = '<Delete><Object><Key>key</Key></Object></Delete>';
    const many = await storage.call({
      method: 'POST',
      path: '/bucket?delete',
      body,
      headers: { 'content-md5': hash('md5', body, 'base64') },
      as: READER,
    });
    expect(xmlAt(many, 'Error', 'Code')).toBe('AccessDenied');
    expect((await storage.call({ path: '/bucket/key' })).status).toBe(200);
  });
});
