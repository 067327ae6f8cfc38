import { SESSION_TOKEN_HEADER } from '@stowage/contract/endpoint';
import type { AdminClient } from '@stowage/storage-client/admin';
import { createStoragePool } from '@stowage/storage-client/dispatcher';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  logInAtProvider,
  type RunningProvider,
  startIdentityProvider,
} from '../../../../../tests/identity-provider/identity-provider.ts';
import type { IdentityProvider } from '../../config/identity-providers.ts';
import type { IdentityRenewal } from '../../sessions/session.ts';
import { callerWith, startTestConsole, type TestConsole } from '../../testing/test-console.ts';
import { guardedFetch } from '../../upstream/openid/guarded-fetch.ts';
import {
  createIdentityProviders,
  type IdentifiedUser,
} from '../../upstream/openid/identity-providers.ts';
import { readStoredProviders } from '../../upstream/openid/read-stored-providers.ts';

const CALLBACK = 'http://localhost/oauth_callback';
const GONE = 'http://127.0.0.1:1';
const MINUTE = 60_000;

let provider: RunningProvider;
beforeAll(async () => {
  provider = await startIdentityProvider([CALLBACK]);
}, 60_000);
afterAll(() => provider.stop());

/** The parameters that the provider sends back through the browser after a login. */
async function answerFor(address: string, account: string) {
  const { searchParams } = await logInAtProvider(address, account);
  const of = (name: string) => searchParams.get(name) ?? '';
  return { code: of('code'), state: of('state'), iss: of('iss') };
}

describe('a refresh token', { timeout: 60_000 }, () => {
  let login: IdentifiedUser;
  let renewal: IdentityRenewal;
  const providersOf = (change: Partial<IdentityProvider> = {}) => {
    const { clientId, clientSecret, issuer: url } = provider;
    const one = { name: 'openid', url, clientId, clientSecret };
    return createIdentityProviders([{ ...one, scopes: ['openid', 'offline_access'], ...change }]);
  };
  beforeAll(async () => {
    const providers = providersOf();
    const { address, begun } = await providers.begin('openid', CALLBACK);
    login = await providers.finish(begun, await answerFor(address, 'alice'));
    if (login.renewal === undefined) throw new Error('the provider gave no refresh token');
    renewal = login.renewal;
  }, 60_000);

  it.each<[string, Partial<IdentityProvider>]>([
    ['of another address', { url: GONE }],
    ['that knows the console by another name', { clientId: 'another' }],
  ])('is not shown to a provider %s, whatever its name', async (_, change) => {
    await expect(providersOf(change).renew(renewal)).rejects.toMatchObject({
      code: 'SignOnFailed',
      detail: expect.stringContaining('were changed during the session'),
    });
  });

  it('goes on with the one who logged in, and with nobody else', async () => {
    const renewed = await providersOf().renew(renewal);
    expect(renewed.identity.subject).toBe(login.identity.subject);
    const ofOther = { ...renewed.renewal, subject: `${provider.issuer}\nmallory` };
    await expect(providersOf().renew(ofOther)).rejects.toMatchObject({
      code: 'SignOnFailed',
      detail: expect.stringContaining('somebody else'),
    });
  });
});

// Configuration changes are encrypted with a key that is slow to derive.
describe('a session at a provider of the storage server', { timeout: 120_000 }, () => {
  const pool = createStoragePool();
  let console_: TestConsole;
  beforeAll(async () => {
    const stored = (admin: AdminClient) => {
      const read = () =>
        readStoredProviders(admin, guardedFetch(pool), AbortSignal.timeout(MINUTE));
      return { soon: read, current: read };
    };
    console_ = await startTestConsole({ storedProviders: stored });
    await configure();
  }, 120_000);
  afterEach(() => {
    console_.clock.offset = 0;
  });
  afterAll(async () => {
    await console_.close();
    await pool.destroy();
  });

  const configure = (change = '') => {
    const url = `config_url=${provider.issuer}/.well-known/openid-configuration`;
    const client = `client_id=${provider.clientId} client_secret=${provider.clientSecret}`;
    const text = `identity_openid ${url} ${client} scopes=openid,offline_access ${change}\n`;
    return console_.admin.setConfig({ text });
  };

  /** Logs in; `policy@name` is an account with that policy. */
  async function logIn(account: string) {
    const begun = await console_.anonymous.send({ url: '/api/v1/login/openid/openid' });
    const [ticket] = begun.cookies;
    const opened = await console_.anonymous.send({
      method: 'POST',
      url: '/api/v1/login/oauth2/auth',
      headers: { cookie: `${ticket?.name}=${ticket?.value}`, [SESSION_TOKEN_HEADER]: '' },
      payload: await answerFor(String(begun.headers.location), account),
    });
    expect(opened.statusCode).toBe(201);
    const cookie = opened.cookies.find(({ value }) => value !== '');
    const { send } = callerWith(console_.app, {
      cookie: `${cookie?.name}=${cookie?.value}`,
      [SESSION_TOKEN_HEADER]: opened.json().sessionId,
    });
    return Object.assign(async () => (await send({ url: '/api/v1/session' })).statusCode, { send });
  }

  /** The session is used from time to time, until after its initial credentials have expired. */
  const afterAnHour = async (status: () => Promise<number>) => {
    console_.clock.offset += 40 * MINUTE;
    expect(await status()).toBe(200);
    console_.clock.offset += 25 * MINUTE;
    return status();
  };

  it('tells what its user is called there, and takes nobody of that name for them', async () => {
    const { send } = await logIn('consoleAdmin@dora');
    const { loginName, accountName } = (await send({ url: '/api/v1/session' })).json();
    expect([loginName, accountName]).toEqual([
      'consoleAdmin@dora',
      expect.stringMatching(/^.{43}$/),
    ]);
    const namesake = { accessKey: loginName, secretKey: 'secret-of-a-namesake' };
    await console_.admin.addUser(namesake);
    const url = `/api/v1/user?name=${encodeURIComponent(loginName)}`;
    expect((await send({ method: 'DELETE', url })).statusCode).toBe(204);
  });

  it('goes on when its credentials end, without a new login', async () => {
    const status = await logIn('readwrite@alice');
    expect(await afterAnHour(status)).toBe(200);
    expect(await status()).toBe(200);
  });

  it('ends when the provider has become another client of the same name', async () => {
    const status = await logIn('readwrite@bob');
    await configure('client_id=another');
    expect(await afterAnHour(status)).toBe(401);
    const [event] = await console_.events.latest(1);
    expect(event).toMatchObject({ event: 'session.ended', reason: 'identity refused' });
    await configure();
  });

  it('ends when its user has lost all policies', async () => {
    const policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }],
    });
    await console_.admin.addCannedPolicy({ name: 'for-a-while', policy });
    const status = await logIn('for-a-while@carol');
    await console_.admin.removeCannedPolicy({ name: 'for-a-while' });
    expect(await afterAnHour(status)).toBe(401);
  });
});
