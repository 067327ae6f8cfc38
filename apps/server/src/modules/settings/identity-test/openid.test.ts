import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IdentityTestStep } from '@stowage/contract/settings/identity-test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type RunningProvider,
  startIdentityProvider,
} from '../../../../../../tests/identity-provider/identity-provider.ts';
import { startTestConsole, type TestConsole } from '../../../testing/test-console.ts';
import { testOpenid } from './openid.ts';

const CALLBACK = 'http://localhost/oauth_callback';

let provider: RunningProvider;
beforeAll(async () => {
  provider = await startIdentityProvider([CALLBACK]);
});
afterAll(() => provider.stop());

const settings = (values: Readonly<Record<string, string>> = {}) => ({
  config_url: `${provider.issuer}/.well-known/openid-configuration`,
  client_id: provider.clientId,
  client_secret: provider.clientSecret,
  ...values,
});

async function tried(values: Readonly<Record<string, string>>, callback = CALLBACK) {
  const steps = await testOpenid({ values, callback, refuses: () => false });
  return steps.map(({ step, failure, state }) => `${step}: ${failure ?? state}`);
}

/** Runs a task against a deliberately broken server. */
async function beside<Result>(answer: RequestListener, work: (url: string) => Promise<Result>) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('the test of an OpenID provider', () => {
  it('passes where the provider knows the client and sends browsers back', async () => {
    expect(await tried(settings())).toEqual([
      'connection: passed',
      'discovery: passed',
      'issuer: passed',
      'keys: passed',
      'client: passed',
      'redirect: passed',
    ]);
  });

  it('says that the client is refused', async () => {
    const wrong = await tried(settings({ client_secret: 'another' }));
    expect(wrong.at(-1)).toBe('client: client-refused');
    expect((await tried(settings({ client_id: 'nobody' }))).at(-1)).toBe('client: client-refused');
    expect((await tried(settings({ client_id: '' }))).at(-1)).toBe('client: no-client');
  });

  it('says that the address to send browsers back to is unknown there', async () => {
    const values = settings({ redirect_uri: 'https://elsewhere.example/oauth_callback' });
    expect((await tried(values)).at(-1)).toBe('redirect: redirect-unknown');
    const own = await tried(settings(), 'https://console.example/oauth_callback');
    expect(own.at(-1)).toBe('redirect: redirect-unknown');
  });

  it('says where nobody answers, and where no provider does', async () => {
    const gone = settings({ config_url: 'http://127.0.0.1:1/.well-known/openid-configuration' });
    expect(await tried(gone)).toEqual(['connection: refused']);
    expect(await tried(settings({ config_url: 'nonsense' }))).toEqual(['connection: no-address']);
    const page = settings({ config_url: provider.issuer });
    expect((await tried(page)).at(-1)).toBe('discovery: status');
    const html: RequestListener = (_request, response) => response.end('<html>Welcome</html>');
    const none = await beside(html, (url) => tried(settings({ config_url: url })));
    expect(none).toEqual(['connection: passed', 'discovery: not-discovery']);
  });

  it('says which issuer the document names where it is another', async () => {
    const { issuer } = provider;
    const document = {
      issuer,
      jwks_uri: `${issuer}/jwks`,
      token_endpoint: `${issuer}/token`,
      authorization_endpoint: `${issuer}/auth`,
    };
    const moved: RequestListener = (_request, response) => response.end(JSON.stringify(document));
    const steps = await beside(moved, (url) =>
      testOpenid({
        values: settings({ config_url: `${url}/.well-known/openid-configuration` }),
        callback: CALLBACK,
        refuses: () => false,
      }),
    );
    expect(steps).toContainEqual({
      ...{ step: 'issuer', state: 'failed' },
      ...{ failure: 'issuer-differs', found: issuer },
    });
    // The remaining steps can still run.
    expect(steps.at(-1)).toMatchObject({ step: 'redirect', state: 'passed' });
  });

  it('reads no answer without end, and connects to no address that is refused', async () => {
    const endless: RequestListener = (_request, response) => {
      const more = () => response.write('x'.repeat(65_536), (error) => !error && more());
      more();
    };
    const long = await beside(endless, (url) => tried(settings({ config_url: url })));
    expect(long).toEqual(['connection: too-large']);
    const steps = await testOpenid({
      ...{ values: settings(), callback: CALLBACK },
      refuses: (address) => address.startsWith('127.'),
    });
    expect(steps).toEqual([{ step: 'connection', state: 'failed', failure: 'not-allowed' }]);
  });
});

describe('the call that tests it', () => {
  let test: TestConsole;
  beforeAll(async () => {
    test = await startTestConsole();
  });
  afterAll(() => test.close());

  const tryAt = async (caller: Awaited<ReturnType<TestConsole['logIn']>>, payload: object) =>
    caller.send({ method: 'POST', url: '/api/v1/configs/identity_openid/test', payload });

  it('tries what is sent and keeps nothing of it', async () => {
    const caller = await test.logIn();
    const before = await test.admin.exportConfig();
    const key_values = Object.entries(settings()).map(([key, value]) => ({ key, value }));
    const answer = await tryAt(caller, { key_values });
    const steps: IdentityTestStep[] = answer.json().steps;
    expect(steps.map(({ state }) => state)).toEqual(Array(6).fill('passed'));
    expect(await test.admin.exportConfig()).toBe(before);
    expect(test.log.join('\n')).not.toContain(provider.clientSecret);
  });

  it('is for those who may change the configuration, and no way to look around', async () => {
    const reader = await test.addUser('reader', {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }],
    });
    const refused = await tryAt(await test.logIn(reader), { key_values: [] });
    expect([refused.statusCode, refused.json().errorCode]).toEqual([403, 'AccessDenied']);
    const caller = await test.logIn();
    const metadata = { key: 'config_url', value: 'http://169.254.169.254/latest' };
    const looked = await tryAt(caller, { key_values: [metadata] });
    expect(looked.json().steps).toEqual([
      { step: 'connection', state: 'failed', failure: 'not-allowed' },
    ]);
    for (let count = 1; count < 12; count += 1) await tryAt(caller, { key_values: [] });
    const many = await tryAt(caller, { key_values: [] });
    expect([many.statusCode, many.json().errorCode]).toEqual([429, 'TooManyTests']);
  });
});
