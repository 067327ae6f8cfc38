import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Credentials } from '@stowage/storage-wire/sigv4';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  addUser,
  adminCaller,
  errorOf,
  openSealed,
  ROOT,
  seal,
  startTestStorage,
  type TestStorage,
  xmlAt,
} from '../testing/test-storage.ts';

let storage: TestStorage;

const OWNER: Credentials = { accessKey: 'owner', secretKey: 'owner-secret' };

beforeAll(async () => {
  storage = await startTestStorage();
  await storage.call({ method: 'PUT', path: '/bucket' });
  await storage.call({ method: 'PUT', path: '/bucket/key', body: 'content' });
  await addUser(storage, OWNER, 'readwrite');
});

afterEach(() => vi.useRealTimers());

afterAll(() => storage.close());

const admin = adminCaller(() => storage);
const add = async (value: object, as = ROOT) =>
  admin('PUT', 'add-service-account', await seal(value, as), as);
const read = (as: Credentials) => storage.call({ path: '/bucket/key', as });

async function create(value: object, as = ROOT): Promise<Credentials> {
  const { credentials } = Object(await openSealed(await add(value, as), as.secretKey));
  return { accessKey: credentials.accessKey, secretKey: credentials.secretKey };
}

async function session(form: object, as: Credentials): Promise<Credentials> {
  const answer = await storage.call({
    method: 'POST',
    path: '/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ Action: 'AssumeRole', Version: '2011-06-15', ...form }).toString(),
    as,
    service: 'sts',
  });
  const field = (name: string) => xmlAt(answer, 'AssumeRoleResult', 'Credentials', name) ?? '';
  return {
    accessKey: field('AccessKeyId'),
    secretKey: field('SecretAccessKey'),
    sessionToken: field('SessionToken'),
  };
}

const readOnly = {
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::bucket/*'] },
    { Effect: 'Allow', Action: ['admin:CreateServiceAccount'] },
  ],
};

describe('a service account', () => {
  it('survives a restart with its policy, and its secret is not on the drives', async () => {
    const key = await create({ policy: readOnly }, OWNER);
    await storage.restart();
    expect((await read(key)).status).toBe(200);
    const put = { method: 'PUT', path: '/bucket/new', body: 'x', as: key };
    expect(errorOf(await storage.call(put))).toBe('403 AccessDenied');
    const index = await readFile(join(storage.folder, 'storage', 'index.sqlite'));
    expect(index.includes(key.secretKey)).toBe(false);
    expect(storage.messages.join()).not.toContain(key.secretKey);
  });

  it('ends at its time', async () => {
    const expiration = new Date(Date.now() + 16 * 60_000).toISOString();
    const key = await create({ expiration }, OWNER);
    expect((await read(key)).status).toBe(200);
    vi.useFakeTimers({ now: Date.now() + 17 * 60_000, toFake: ['Date'] });
    expect(errorOf(await read(key))).toBe('403 InvalidAccessKeyId');
  });

  it('that is bound by a policy makes none that are not', async () => {
    const bound = await create({ policy: readOnly }, OWNER);
    const next = await create({}, bound);
    expect((await read(next)).status).toBe(200);
    const put = { method: 'PUT', path: '/bucket/new', body: 'x', as: next };
    expect(errorOf(await storage.call(put))).toBe('403 AccessDenied');
    const info = await admin('GET', `info-service-account?accessKey=${next.accessKey}`);
    expect(await openSealed(info)).toMatchObject({ parentUser: 'owner', impliedPolicy: false });
  });

  it('that is bound by a policy makes none when the policy does not say so', async () => {
    const [first] = readOnly.Statement;
    const bound = await create({ policy: { ...readOnly, Statement: [first] } }, OWNER);
    expect(errorOf(await add({}, bound))).toBe('403 AccessDenied');
  });

  it.each([
    ['a list', []],
    ['a number as name', { name: 5 }],
    ['an end that is no time', { expiration: 'tomorrow' }],
    ['an end that is a number', { expiration: 5 }],
  ])('is refused as %s', async (_, value) => {
    expect(errorOf(await add(value))).toBe('400 XMinioAdminConfigBadJSON');
  });

  it('has a state that exists', async () => {
    const { accessKey } = await create({}, OWNER);
    const path = `update-service-account?accessKey=${accessKey}`;
    const answer = await admin('POST', path, await seal({ newStatus: 'odd' }));
    expect(errorOf(answer)).toBe('400 XMinioAdminInvalidArgument');
  });
});

describe('the age and the use of a key', () => {
  const told = async (key: Credentials) => {
    const listed = Object(await openSealed(await admin('GET', 'list-service-accounts?user=owner')));
    return listed.accounts.find(
      ({ accessKey }: { accessKey: string }) => accessKey === key.accessKey,
    );
  };
  const hourOf = (time: number) => new Date(time - (time % 3_600_000)).toISOString();

  it('are listed, stay over a restart and a change, and go with the key', async () => {
    const before = Date.now();
    const key = await create({ targetUser: 'owner' });
    const fresh = await told(key);
    expect(Date.parse(fresh.createdAt)).toBeGreaterThanOrEqual(before);
    expect(fresh).not.toHaveProperty('lastUsed');
    expect((await read(key)).status).toBe(200);
    const used = await told(key);
    expect([hourOf(before), hourOf(Date.now())]).toContain(used.lastUsed);
    const one = `accessKey=${key.accessKey}`;
    await admin('POST', `update-service-account?${one}`, await seal({ newName: 'Renamed' }));
    await storage.restart();
    const { createdAt, lastUsed } = used;
    expect(await told(key)).toMatchObject({ name: 'Renamed', createdAt, lastUsed });
    await admin('DELETE', `delete-service-account?${one}`);
    const { accessKey, secretKey } = key;
    await create({ targetUser: 'owner', accessKey, secretKey });
    expect(await told(key)).not.toHaveProperty('lastUsed');
  });

  it('are not told by a request with a wrong secret', async () => {
    const key = await create({ targetUser: 'owner' });
    const wrong = { ...key, secretKey: 'not-the-secret-of-it' };
    expect(errorOf(await read(wrong))).toBe('403 SignatureDoesNotMatch');
    expect(await told(key)).not.toHaveProperty('lastUsed');
  });
});

describe('sessions', () => {
  const listed = async () => {
    const answer = await admin('GET', 'list-access-keys-bulk?listType=sts-only&users=owner');
    const list: unknown = await openSealed(answer);
    const { stsKeys } = Object(list).owner ?? { stsKeys: [] };
    return stsKeys.map(({ accessKey }: { accessKey: string }) => accessKey);
  };

  it('stay revoked over a restart, and are listed until then', async () => {
    const typed = await session({ TokenRevokeType: 'app' }, OWNER);
    const plain = await session({}, OWNER);
    expect(await listed()).toEqual([typed.accessKey, plain.accessKey]);
    const revoked = await admin('POST', 'revoke-tokens/builtin?tokenRevokeType=app', '', typed);
    expect(revoked.status).toBe(204);
    await storage.restart();
    expect(errorOf(await read(typed))).toBe('403 InvalidTokenId');
    expect((await read(plain)).status).toBe(200);
    expect(await listed()).toEqual([plain.accessKey]);
  });

  it('of a type are revoked by one of them', async () => {
    const [one, other] = [
      await session({ TokenRevokeType: 'app' }, OWNER),
      await session({ TokenRevokeType: 'app' }, OWNER),
    ];
    expect((await admin('POST', 'revoke-tokens/builtin', '', one)).status).toBe(204);
    expect(errorOf(await read(other))).toBe('403 InvalidTokenId');
  });

  it('are forgotten with their parent', async () => {
    const brief = { accessKey: 'brief', secretKey: 'brief-secret' };
    await addUser(storage, brief, 'readwrite');
    const { accessKey } = await session({}, brief);
    await admin('DELETE', 'remove-user?accessKey=brief');
    expect(errorOf(await admin('GET', `info-access-key?accessKey=${accessKey}`))).toBe(
      '404 XMinioAdminNoSuchAccessKey',
    );
  });
});
