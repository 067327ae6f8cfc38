import type { Credentials } from '@stowage/storage-wire/sigv4';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  addUser,
  errorOf,
  ROOT,
  startTestStorage,
  type TestStorage,
  xmlAt,
} from '../testing/test-storage.ts';

let storage: TestStorage;

const USER: Credentials = { accessKey: 'user', secretKey: 'user-secret' };
const FORM = 'Action=AssumeRole&Version=2011-06-15';

beforeAll(async () => {
  storage = await startTestStorage();
  await storage.call({ method: 'PUT', path: '/bucket' });
  await storage.call({ method: 'PUT', path: '/bucket/key', body: 'content' });
});

afterAll(() => storage.close());

const assume = (body = FORM, as: Credentials | 'anonymous' = ROOT, service: 's3' | 'sts' = 'sts') =>
  storage.call({
    method: 'POST',
    path: '/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
    as,
    service,
  });

function credentialsOf(answer: Answer): Credentials & { sessionToken: string } {
  const at = (name: string) => xmlAt(answer, 'AssumeRoleResult', 'Credentials', name) ?? '';
  return {
    accessKey: at('AccessKeyId'),
    secretKey: at('SecretAccessKey'),
    sessionToken: at('SessionToken'),
  };
}

const stsError = (answer: Answer) => `${answer.status} ${xmlAt(answer, 'Error', 'Code')}`;
const read = (as: Credentials) => storage.call({ path: '/bucket/key', as });

const setSecret = (secretKey: string, policies = 'readonly') =>
  addUser(storage, { ...USER, secretKey }, policies);
const admin = (method: string, path: string) =>
  storage.call({ method, path: `/minio/admin/v3/${path}` });

describe('AssumeRole', () => {
  it('gives credentials that count as long as they say', async () => {
    const answer = await assume(`${FORM}&DurationSeconds=900`);
    const expiration = xmlAt(answer, 'AssumeRoleResult', 'Credentials', 'Expiration') ?? '';
    const seconds = (Date.parse(expiration) - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(890);
    expect(seconds).toBeLessThanOrEqual(900);
    expect((await read(credentialsOf(answer))).text).toBe('content');
  });

  it.each([
    [`${FORM}&DurationSeconds=899`, '400 InvalidParameterValue'],
    [`${FORM}&DurationSeconds=31536001`, '400 InvalidParameterValue'],
    [`${FORM}&DurationSeconds=soon`, '400 InvalidParameterValue'],
    [`${FORM}&Policy=nonsense`, '400 InvalidParameterValue'],
    [`${FORM}&Policy=${'x'.repeat(2049)}`, '400 InvalidParameterValue'],
    ['Action=AssumeRole&Version=2000-01-01', '400 MissingParameter'],
    ['Action=Other&Version=2011-06-15', '400 InvalidParameterValue'],
    [`${FORM}&a=%FF`, '400 InvalidParameterValue'],
    ['x'.repeat(70_000), '400 InvalidParameterValue'],
  ])('refuses the form %.60s', async (form, error) => {
    expect(stsError(await assume(form))).toBe(error);
  });

  it('refuses who cannot prove who they are', async () => {
    expect(stsError(await assume(FORM, { ...ROOT, secretKey: 'wrong' }))).toBe('403 AccessDenied');
    expect(stsError(await assume(FORM, { ...ROOT, accessKey: 'nobody' }))).toBe('403 AccessDenied');
    expect(stsError(await assume(FORM, 'anonymous'))).toBe('403 AccessDenied');
    expect(stsError(await assume(FORM, ROOT, 's3'))).toBe('403 AccessDenied');
    expect(stsError(await assume(FORM, credentialsOf(await assume())))).toBe('403 AccessDenied');
  });

  it('needs every byte of the form as it was signed', async () => {
    const answer = await storage.call({
      method: 'POST',
      path: '/',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `${FORM}&DurationSeconds=7200`,
      payloadHash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      service: 'sts',
    });
    expect(stsError(answer)).toBe('403 AccessDenied');
  });
});

describe('temporary credentials', () => {
  it('may do what their user may, and less under a policy of their own', async () => {
    await setSecret('user-secret', 'readwrite');
    const plain = credentialsOf(await assume(FORM, USER));
    const put = { method: 'PUT', path: '/bucket/new', body: 'x' };
    expect((await storage.call({ ...put, as: plain })).status).toBe(200);
    const policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::bucket/*'] },
      ],
    });
    for (const parent of [USER, ROOT]) {
      const form = `${FORM}&Policy=${encodeURIComponent(policy)}`;
      const narrow = credentialsOf(await assume(form, parent));
      expect((await read(narrow)).status).toBe(200);
      expect(errorOf(await storage.call({ ...put, as: narrow }))).toBe('403 AccessDenied');
      expect(errorOf(await storage.call({ path: '/minio/admin/v3/info', as: narrow }))).toBe(
        '403 AccessDenied',
      );
    }
    await setSecret('user-secret', 'writeonly');
    expect(errorOf(await read(plain))).toBe('403 AccessDenied');
  });

  it('outlive a restart', async () => {
    const session = credentialsOf(await assume());
    await storage.restart();
    expect((await read(session)).status).toBe(200);
  });

  it('are nothing without their token, or with a changed one', async () => {
    const { sessionToken, ...bare } = credentialsOf(await assume());
    expect(errorOf(await read(bare))).toBe('403 InvalidAccessKeyId');
    const [header, payload, signature] = sessionToken.split('.');
    const claims = JSON.parse(Buffer.from(String(payload), 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 9999 }));
    const changed = `${header}.${forged.toString('base64url')}.${signature}`;
    expect(errorOf(await read({ ...bare, sessionToken: changed }))).toBe('403 InvalidTokenId');
    const other = credentialsOf(await assume()).sessionToken;
    expect(errorOf(await read({ ...bare, sessionToken: other }))).toBe('403 InvalidTokenId');
  });

  it.each([
    ['the password changes', () => setSecret('another-secret')],
    ['the user is disabled', () => admin('PUT', 'set-user-status?accessKey=user&status=disabled')],
    ['the user is removed', () => admin('DELETE', 'remove-user?accessKey=user')],
  ])('end when %s', async (_, change) => {
    await setSecret('user-secret');
    await admin('PUT', 'set-user-status?accessKey=user&status=enabled');
    const session = credentialsOf(await assume(FORM, USER));
    expect((await read(session)).status).toBe(200);
    await change();
    expect(errorOf(await read(session))).toBe('403 InvalidTokenId');
  });

  it('stay ended when a user of that name and secret is made again', async () => {
    await setSecret('user-secret');
    const session = credentialsOf(await assume(FORM, USER));
    await admin('DELETE', 'remove-user?accessKey=user');
    await setSecret('user-secret');
    expect((await read(USER)).status).toBe(200);
    expect(errorOf(await read(session))).toBe('403 InvalidTokenId');
  });

  it('of root end when its password changes', async () => {
    const session = credentialsOf(await assume());
    await storage.restart({ rootPassword: 'another-root-secret' });
    expect(errorOf(await read(session))).toBe('403 InvalidTokenId');
    await storage.restart();
    expect((await read(session)).status).toBe(200);
  });
});
