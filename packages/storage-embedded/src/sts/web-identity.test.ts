import type { Credentials } from '@stowage/storage-wire/sigv4';
import { generateKeyPair, type JWTPayload } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  addPolicy,
  adminCaller,
  errorOf,
  seal,
  startTestStorage,
  type TestStorage,
  xmlAt,
} from '../testing/test-storage.ts';
import { TokenProvider } from '../testing/token-provider.ts';
import { assumeWithToken, credentialsIn, stsRefusalOf } from '../testing/web-identity.ts';

let storage: TestStorage;
let provider: TokenProvider;
/** A provider with a role that determines the policies; the other one uses a claim. */
let roleProvider: TokenProvider;
let roleArn = '';

const admin = adminCaller(() => storage);
const set = async (text: string) => {
  const answer = await admin('PUT', 'set-config-kv', await seal(text));
  expect([answer.status, answer.text]).toEqual([200, '']);
};

beforeAll(async () => {
  storage = await startTestStorage();
  provider = await TokenProvider.start();
  roleProvider = await TokenProvider.start();
  await storage.call({ method: 'PUT', path: '/bucket' });
  await storage.call({ method: 'PUT', path: '/bucket/key', body: 'content' });
  await addPolicy(storage, 'own-folder', [
    {
      Effect: 'Allow',
      Action: ['s3:GetObject', 's3:PutObject'],
      Resource: ['arn:aws:s3:::bucket/\u0024{jwt:preferred_username}/*'],
    },
  ]);
  await addPolicy(storage, 'short-sessions', [
    {
      Effect: 'Deny',
      Action: ['sts:AssumeRoleWithWebIdentity'],
      Condition: { NumericGreaterThan: { 'sts:DurationSeconds': '1800' } },
    },
    { Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::*'] },
  ]);
  await set(`identity_openid config_url=${provider.configUrl} client_id=${provider.clientId}`);
  await set(
    `identity_openid:roles config_url=${roleProvider.configUrl} client_id=for-roles role_policy=readonly`,
  );
  roleArn = `arn:minio:iam:::role/${Buffer.from(
    await crypto.subtle.digest('SHA-1', Buffer.from('for-roles')),
  ).toString('base64url')}`;
});

afterEach(() => {
  vi.useRealTimers();
  provider.answers.clear();
});

afterAll(async () => {
  await storage.close();
  await provider.close();
  await roleProvider.close();
});

const assume = (token: string, more: Readonly<Record<string, string>> = {}) =>
  assumeWithToken(storage, token, more);
const logIn = async (claims: JWTPayload, more: Readonly<Record<string, string>> = {}) =>
  credentialsIn(await assume(await provider.sign(claims), more));
const read = (as: Credentials, path = '/bucket/key') => storage.call({ path, as });
const write = (as: Credentials, path = '/bucket/new') =>
  storage.call({ method: 'PUT', path, body: 'x', as });
/** A service account of a user with a session. */
const newKey = async (as: Credentials): Promise<Credentials> => {
  const key = { accessKey: `of-${as.accessKey.slice(0, 12)}`, secretKey: 'secret-of-the-key' };
  const made = await admin('PUT', 'add-service-account', await seal(key, as), as);
  expect(made.status).toBe(200);
  return key;
};
const refused = async (token: string | Promise<string>) => stsRefusalOf(await assume(await token));

describe('AssumeRoleWithWebIdentity', () => {
  it('gives credentials with the policies that the claim names, until the token ends', async () => {
    const answer = await assume(await provider.sign({ policy: 'readonly,unknown' }));
    const session = credentialsIn(answer);
    expect(xmlAt(answer, 'AssumeRoleWithWebIdentityResult', 'SubjectFromWebIdentityToken')).toBe(
      'alice',
    );
    const end = xmlAt(answer, 'AssumeRoleWithWebIdentityResult', 'Credentials', 'Expiration');
    const seconds = (Date.parse(String(end)) - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(3000);
    expect(seconds).toBeLessThanOrEqual(3600);
    expect((await read(session)).text).toBe('content');
    expect(errorOf(await write(session))).toBe('403 AccessDenied');
    const { sessionToken: _, ...bare } = session;
    expect(errorOf(await read(bare))).toBe('403 InvalidAccessKeyId');
  });

  it('takes lists in the claim, the time that is asked for and a policy that narrows', async () => {
    const policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['s3:PutObject'], Resource: ['arn:aws:s3:::*'] }],
    });
    const answer = await assume(await provider.sign({ policy: ['readonly', 'writeonly'] }), {
      DurationSeconds: '900',
      Policy: policy,
    });
    const end = xmlAt(answer, 'AssumeRoleWithWebIdentityResult', 'Credentials', 'Expiration');
    expect((Date.parse(String(end)) - Date.now()) / 1000).toBeLessThanOrEqual(900);
    const session = credentialsIn(answer);
    expect((await write(session)).status).toBe(200);
    expect(errorOf(await read(session))).toBe('403 AccessDenied');
  });

  it('knows the older action, and parameters in the query', async () => {
    const token = await provider.sign({ policy: 'readonly' });
    const query = new URLSearchParams({ Version: '2011-06-15', WebIdentityToken: token });
    const inQuery = await storage.call({
      method: 'POST',
      path: `/?Action=AssumeRoleWithWebIdentity&${query}`,
      as: 'anonymous',
    });
    expect((await read(credentialsIn(inQuery))).status).toBe(200);
    const older = await assume('', { Action: 'AssumeRoleWithClientGrants', Token: token });
    expect(xmlAt(older, 'AssumeRoleWithClientGrantsResult', 'SubjectFromToken')).toBe('alice');
    const session = credentialsIn(older, 'AssumeRoleWithClientGrants');
    expect((await read(session)).status).toBe(200);
  });

  it('fills the claims into policy variables', async () => {
    const session = await logIn({ policy: 'own-folder', preferred_username: 'al*ice' });
    expect((await write(session, '/bucket/al%2Aice/x')).status).toBe(200);
    expect(errorOf(await write(session, '/bucket/alXice/x'))).toBe('403 AccessDenied');
  });

  it('has the policies of a role counted, whatever the token claims', async () => {
    const token = await roleProvider.sign({ aud: 'for-roles', policy: 'consoleAdmin' });
    const session = credentialsIn(await assume(token, { RoleArn: roleArn }));
    expect((await read(session)).status).toBe(200);
    expect(errorOf(await write(session))).toBe('403 AccessDenied');
    // Without a role, the token would have to be from the other provider.
    expect(await refused(token)).toContain('400 InvalidParameterValue');
    const dummy = await assume(await provider.sign({ policy: 'readonly' }), {
      RoleArn: 'arn:aws:iam::123456789012:role/dummy',
    });
    expect((await read(credentialsIn(dummy))).status).toBe(200);
  });

  it('follows the latest token of a user, and ends when its policies or provider go', async () => {
    const first = await logIn({ sub: 'bob', policy: 'readwrite' });
    expect((await write(first)).status).toBe(200);
    const second = await logIn({ sub: 'bob', policy: 'readonly' });
    expect(errorOf(await write(first))).toBe('403 AccessDenied');
    expect((await read(second)).status).toBe(200);
    const token = await roleProvider.sign({ aud: 'for-roles' });
    const ofRole = credentialsIn(await assume(token, { RoleArn: roleArn }));
    await set('identity_openid:roles enable=off');
    expect(errorOf(await read(ofRole))).toBe('403 InvalidTokenId');
    await set('identity_openid:roles enable=on');
    expect((await read(ofRole)).status).toBe(200);
    await storage.restart();
    expect((await read(ofRole)).status).toBe(200);
    expect((await read(second)).status).toBe(200);
  });
});

describe('another provider in the place of one', () => {
  const replace = async (line: string, replaced: TokenProvider, by: TokenProvider) => {
    await set(`${line} config_url=${by.configUrl}`);
    return () => set(`${line} config_url=${replaced.configUrl}`);
  };

  it.each([
    ['by role', 'identity_openid:roles', () => roleProvider],
    ['by claim', 'identity_openid', () => provider],
  ])('does not speak for those whom the former let in, %s', async (_, line, former) => {
    const isRole = line.endsWith('roles');
    const claims = isRole ? { aud: 'for-roles' } : { policy: 'readonly' };
    const role: Record<string, string> = isRole ? { RoleArn: roleArn } : {};
    const session = credentialsIn(await assume(await former().sign(claims), role));
    const key = await newKey(session);
    const other = await TokenProvider.start();
    const back = await replace(line, former(), other);
    expect(errorOf(await read(session))).toBe('403 InvalidTokenId');
    expect(errorOf(await read(key))).toBe('403 InvalidAccessKeyId');
    const own = credentialsIn(await assume(await other.sign(claims), role));
    expect((await read(own)).status).toBe(200);
    await storage.restart();
    expect((await read(own)).status).toBe(200);
    expect(errorOf(await read(session))).toBe('403 InvalidTokenId');
    await back();
    expect((await read(session)).status).toBe(200);
    expect((await read(key)).status).toBe(200);
    await other.close();
  });

  it('is the same one that has moved when it is the same issuer', async () => {
    const session = await logIn({ policy: 'readonly' });
    const moved = `${provider.issuer}/moved`;
    const body = { issuer: provider.issuer, jwks_uri: `${provider.issuer}/jwks` };
    provider.answers.set('/moved', { body });
    await set(`identity_openid config_url=${moved}`);
    // It is asked for its issuer at the first request.
    await expect.poll(async () => (await read(session)).status, { timeout: 20_000 }).toBe(200);
    await set(`identity_openid config_url=${provider.configUrl}`);
  });
});

describe('a token is refused', () => {
  const policy = 'readonly';

  it.each([
    ['of another issuer', { iss: 'https://elsewhere.example' }, 'claim iss'],
    ['for another client', { aud: 'another' }, 'aud'],
    ['that is not valid yet', { nbf: Math.floor(Date.now() / 1000) + 600 }, 'claim nbf'],
    ['without a subject', { sub: '' }, 'claim sub'],
    ['without an end', { exp: undefined }, 'claim exp'],
    ['for several others', { aud: ['another', 'a-third'] }, 'aud'],
    ['for nobody', { aud: [] }, 'aud'],
    ['that another client asked for', { aud: 'another', azp: 'a-third' }, 'aud'],
    ['that names no policies', { policy: undefined }, 'policy claim missing'],
    ['that names them in lists of lists', { policy: [['readonly']] }, 'policy claim missing'],
    ['that names them as fields', { policy: { readonly: true } }, 'policy claim missing'],
    ['that names what every object has', { policy: '__proto__,constructor' }, 'None of the given'],
    ['whose policies do not exist', { policy: 'nothing' }, 'None of the given policies'],
    ['whose claims are too long', { groups: Array(400).fill('x'.repeat(30)) }, 'longer than'],
  ])('%s', async (_, claims, reason) => {
    const text = await refused(provider.sign({ policy, ...claims }));
    expect(text).toContain('400 InvalidParameterValue');
    expect(text).toContain(reason);
  });

  it('of an issuer whose name differs in a slash', async () => {
    const text = await refused(provider.sign({ policy, iss: `${provider.issuer}/` }));
    expect(text).toContain('claim iss');
  });

  it('but not for being for others too, or asked for by this client', async () => {
    const forUs = [{ aud: ['another', provider.clientId] }, { aud: 'x', azp: provider.clientId }];
    for (const claims of forUs) {
      expect((await assume(await provider.sign({ policy, ...claims }))).status).toBe(200);
    }
  });

  it('that has expired, with some patience for clocks', async () => {
    expect(await refused(provider.sign({ policy }, { seconds: -60 }))).toBe(
      '400 ExpiredToken: The token has expired',
    );
    expect((await assume(await provider.sign({ policy }, { seconds: -5 }))).status).toBe(200);
  });

  it('that is not signed, or signed with what is public', async () => {
    const signed = await provider.sign({ policy });
    const [, payload] = signed.split('.');
    const header = Buffer.from(JSON.stringify({ alg: 'none', kid: 'first' })).toString('base64url');
    expect(await refused(`${header}.${payload}.`)).toContain('400 InvalidParameterValue');
    const secrets = [JSON.stringify(provider.publicKey), 'the-secret-of-the-client', 'first'];
    for (const secret of secrets) {
      const key = new TextEncoder().encode(secret.padEnd(32, ' '));
      const token = await provider.sign({ policy }, { alg: 'HS256', key });
      expect(await refused(token)).toContain('400 InvalidParameterValue');
    }
    const { privateKey } = await generateKeyPair('ES256');
    expect(await refused(provider.sign({ policy }, { key: privateKey }))).toContain(
      'not signed as the provider signs',
    );
    for (const none of ['not.a.token', `${'x'.repeat(50_000)}.y.z`, '.'.repeat(1000)]) {
      expect(await refused(none)).toContain('400 InvalidParameterValue');
    }
    expect(await refused('')).toContain('400 MissingParameter');
  });

  it('where a policy limits the time, and where the time is none', async () => {
    const token = await provider.sign({ policy: 'short-sessions' });
    const long = await assume(token, { DurationSeconds: '3600' });
    expect(stsRefusalOf(long)).toContain('403 AccessDenied');
    expect((await assume(token, { DurationSeconds: '900' })).status).toBe(200);
    expect(stsRefusalOf(await assume(token, { DurationSeconds: '5' }))).toContain(
      'invalid token expiry',
    );
  });

  it('while its provider cannot be asked, without a word of the token', async () => {
    const other = await TokenProvider.start();
    await set(
      `identity_openid:other config_url=${other.configUrl} client_id=other role_policy=readonly`,
    );
    const token = await other.sign({ aud: 'other' });
    await other.close();
    const arn = `arn:minio:iam:::role/${Buffer.from(
      await crypto.subtle.digest('SHA-1', Buffer.from('other')),
    ).toString('base64url')}`;
    const text = stsRefusalOf(await assume(token, { RoleArn: arn }));
    expect(text).toBe('503 ServiceUnavailable: The identity provider cannot be asked now');
    const logged = storage.messages.join('\n');
    expect(logged).toContain('An OpenID provider cannot be asked.');
    expect(logged).not.toContain(token.slice(-20));
    await admin('DELETE', 'idp-config/openid/other');
  });
});

describe('the keys of a provider', () => {
  it('are looked up again when they change, but not for every name that a token gives', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await logIn({ policy: 'readonly' });
    const before = provider.asked.get('/jwks') ?? 0;
    const tokens = Array.from({ length: 30 }, (_, i) =>
      provider.sign({ policy: 'readonly' }, { kid: `unknown-${i}` }),
    );
    const answers = await Promise.all(tokens.map(refused));
    expect(new Set(answers)).toEqual(
      new Set([
        '400 InvalidParameterValue: The provider has no key of the name that the token gives',
      ]),
    );
    expect((provider.asked.get('/jwks') ?? 0) - before).toBeLessThanOrEqual(1);
    await provider.rotate('second');
    vi.setSystemTime(Date.now() + 11_000);
    const session = await logIn({ policy: 'readonly' });
    expect((await read(session)).status).toBe(200);
  });
});

describe('claims of the userinfo endpoint', () => {
  it('count besides those of the token, for the one whom the token is about', async () => {
    await set('identity_openid claim_userinfo=on');
    provider.answers.set('/me', { body: { sub: 'alice', policy: 'readonly', iss: 'https://x' } });
    const token = await provider.sign({});
    expect(stsRefusalOf(await assume(token))).toContain('WebIdentityAccessToken is needed');
    const access = { WebIdentityAccessToken: 'the-access-token' };
    expect((await read(credentialsIn(await assume(token, access)))).status).toBe(200);
    expect(provider.authorization).toBe('Bearer the-access-token');
    provider.answers.set('/me', { body: { sub: 'mallory', policy: 'consoleAdmin' } });
    expect(stsRefusalOf(await assume(token, access))).toContain('that of somebody else');
    provider.answers.set('/me', { body: 'x'.repeat(600 * 1024) });
    expect(stsRefusalOf(await assume(token, access))).toContain('503 ServiceUnavailable');
    await set('identity_openid claim_userinfo=off');
  });
});
