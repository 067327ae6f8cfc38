import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';
import type { Credentials } from '@stowage/storage-wire/sigv4';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  addUser,
  adminCaller,
  errorOf,
  openSealed,
  seal,
  signedHeaders,
  startTestStorage,
  type TestStorage,
} from '../testing/test-storage.ts';
import { TokenProvider } from '../testing/token-provider.ts';
import { assumeWithToken, credentialsIn } from '../testing/web-identity.ts';

/** The list on the wire, of which MinIO's clients read these fields. */
type Lists = readonly {
  readonly users: readonly {
    readonly ID: string;
    readonly minioAccessKey: string;
    readonly serviceAccounts: readonly { readonly accessKey: string }[];
  }[];
}[];

const BOUND = JSON.stringify({
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::bucket/k*'] },
    // Lets the restricted user create keys.
    { Effect: 'Allow', Action: ['admin:*'] },
  ],
});

let storage: TestStorage;
let provider: TokenProvider;
beforeAll(async () => {
  storage = await startTestStorage();
  provider = await TokenProvider.start();
  await storage.call({ method: 'PUT', path: '/bucket' });
  await storage.call({ method: 'PUT', path: '/bucket/key', body: 'content' });
});
afterAll(async () => {
  await storage.close();
  await provider.close();
});

const admin = adminCaller(() => storage);
const logIn = async (sub: string, policy: string, more: Readonly<Record<string, string>> = {}) => {
  const token = await provider.sign({ sub, policy, preferred_username: `${sub} A.` });
  return credentialsIn(await assumeWithToken(storage, token, more));
};
const addKey = async (as: Credentials, wish: object = {}): Promise<Credentials> => {
  const answer = await admin('PUT', 'add-service-account', await seal(wish, as), as);
  const { credentials } = (await openSealed(answer, as.secretKey)) as { credentials: Credentials };
  return { accessKey: credentials.accessKey, secretKey: credentials.secretKey };
};
const read = (as: Credentials) => storage.call({ path: '/bucket/key', as });
const write = (as: Credentials) =>
  storage.call({ method: 'PUT', path: '/bucket/new', body: 'x', as });

describe('keys of those whom an OpenID provider knows', () => {
  let key: Credentials;

  it('cannot be listed without a provider', async () => {
    const answer = await admin('GET', 'idp/openid/list-access-keys-bulk?listType=all&all=true');
    expect(errorOf(answer)).toBe('400 OpenIDNotEnabled');
    const line = `identity_openid config_url=${provider.configUrl} client_id=${provider.clientId} user_readable_claim=preferred_username`;
    expect((await admin('PUT', 'set-config-kv', await seal(line))).status).toBe(200);
  });

  it('may what their user may now', async () => {
    key = await addKey(await logIn('alice', 'readwrite'));
    expect((await write(key)).status).toBe(200);
    await logIn('alice', 'writeonly');
    expect(errorOf(await read(key))).toBe('403 AccessDenied');
    expect((await write(key)).status).toBe(200);
    await storage.restart();
    expect((await write(key)).status).toBe(200);
  });

  it('count for as long as their provider is enabled', async () => {
    await admin('POST', 'idp-config/openid/_', await seal('enable=off'));
    expect(errorOf(await write(key))).toBe('403 InvalidAccessKeyId');
    await admin('POST', 'idp-config/openid/_', await seal('enable=on'));
    expect((await write(key)).status).toBe(200);
  });

  it('stay within what bound the session that made them', async () => {
    const narrow = await addKey(await logIn('alice', 'readwrite', { Policy: BOUND }));
    expect((await read(narrow)).status).toBe(200);
    expect(errorOf(await write(narrow))).toBe('403 AccessDenied');
  });

  it('are listed by provider and user, and ended by type', async () => {
    const session = await logIn('bob', 'consoleAdmin', { TokenRevokeType: 'laptop' });
    const backup = await addKey(session, { name: 'backup' });
    const path = 'idp/openid/list-access-keys-bulk?listType=all';
    const users = [
      {
        minioAccessKey: expect.stringMatching(/^[\w-]{43}$/),
        ID: 'bob',
        readableName: 'bob A.',
        serviceAccounts: [expect.objectContaining({ accessKey: backup.accessKey, name: 'backup' })],
        stsKeys: [expect.objectContaining({ accessKey: session.accessKey })],
      },
    ];
    const own = await admin('GET', path, '', session);
    expect(await openSealed(own, session.secretKey)).toEqual([{ configName: '_', users }]);
    const byId = await openSealed(await admin('GET', `${path}&users=bob`));
    expect(byId).toEqual([{ configName: '_', users }]);
    expect((await admin('POST', 'revoke-tokens/openid', '', session)).status).toBe(204);
    expect(errorOf(await read(session))).toBe('403 InvalidTokenId');
    expect((await read(backup)).status).toBe(200);
  });

  it('are described with who they belong to', async () => {
    const path = 'idp/openid/list-access-keys-bulk?listType=svcacc-only&all=true';
    const [list] = (await openSealed(await admin('GET', path))) as Lists;
    expect(list?.users).toHaveLength(2);
    const bob = list?.users.find(({ ID }) => ID === 'bob');
    const [backup] = bob?.serviceAccounts ?? [];
    const info = await openSealed(
      await admin('GET', `info-access-key?accessKey=${backup?.accessKey}`),
    );
    expect(info).toMatchObject({
      parentUser: bob?.minioAccessKey,
      userProvider: 'openid',
      impliedPolicy: true,
      policy: expect.stringContaining('admin:*'),
      openIDSpecificInfo: { configName: '_', userID: 'bob', displayName: 'bob A.' },
    });
    expect(errorOf(await admin('GET', `${path}&configName=other`))).toBe(
      '400 XMinioAdminNoSuchConfigTarget',
    );
  });

  it('are not made for somebody else, nor listed by those without the right', async () => {
    const user = { accessKey: 'eve', secretKey: 'eve-secret' };
    await addUser(storage, user, 'readonly');
    const path = 'idp/openid/list-access-keys-bulk?listType=all';
    expect(errorOf(await admin('GET', `${path}&all=true`, '', user))).toBe('403 AccessDenied');
    expect(errorOf(await admin('GET', `${path}&users=bob`, '', user))).toBe('403 AccessDenied');
    expect(await openSealed(await admin('GET', path, '', user), user.secretKey)).toEqual([
      { configName: '_', users: [] },
    ]);
    const session = await logIn('carol', 'readonly');
    const wish = await seal({ targetUser: 'eve' }, session);
    expect(errorOf(await admin('PUT', 'add-service-account', wish, session))).toBe(
      '403 AccessDenied',
    );
  });
});

describe('a token', () => {
  it('is in no trace and no log of the calls it came with', async () => {
    const path = '/minio/admin/v3/trace?all=true&s3=true&internal=true';
    const follow: ClientRequest = request(storage.url + path, {
      headers: signedHeaders(storage.url, { path }),
    });
    const records: string[] = [];
    follow.on('error', () => undefined);
    follow.end();
    const [answer] = (await once(follow, 'response')) as [IncomingMessage];
    answer.on('error', () => undefined);
    const lines = createInterface({ input: answer });
    lines.on('error', () => undefined);
    lines.on('line', (line) => records.push(line));
    const token = await provider.sign({ sub: 'dave', policy: 'readonly' });
    const query = new URLSearchParams({
      Version: '2011-06-15',
      WebIdentityToken: token,
      WebIdentityAccessToken: 'the-access-token',
    });
    const address = `/?Action=AssumeRoleWithWebIdentity&${query}`;
    await storage.call({ method: 'POST', path: address, as: 'anonymous' });
    await assumeWithToken(storage, `${token}x`);
    const calls = () => records.filter((line) => line.includes('sts.AssumeRoleWithWebIdentity'));
    await vi.waitFor(() => expect(calls()).toHaveLength(2), 30_000);
    follow.destroy();
    const told = [...records, ...storage.messages].join('\n');
    expect(told).not.toContain(token.split('.')[1]);
    expect(told).not.toContain('the-access-token');
  });
});
