import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  logInAtProvider,
  type RunningProvider,
  startIdentityProvider,
} from '../../../../../tests/identity-provider/identity-provider.ts';
import type { IdentityProvider } from '../../config/identity-providers.ts';
import { startTestConsole, type TestConsole } from '../../testing/test-console.ts';

const CALLBACK = 'http://localhost/oauth_callback';
const GONE = 'http://127.0.0.1:1';

let provider: RunningProvider;
let console_: TestConsole;
beforeAll(async () => {
  provider = await startIdentityProvider([CALLBACK]);
  const { clientId, clientSecret, issuer: url } = provider;
  const one: IdentityProvider = {
    ...{ name: 'openid', url, clientId, clientSecret },
    scopes: ['openid', 'offline_access'],
  };
  console_ = await startTestConsole({
    identityProviders: [
      one,
      { ...one, name: 'wrong', displayName: 'Wrong secret', clientSecret: 'another' },
      { ...one, name: 'gone', url: GONE },
    ],
  });
}, 60_000);
afterAll(async () => {
  await console_.close();
  await provider.stop();
});

/** Begins a login and gives where it leads, with the cookie that binds it. */
async function begin(name = 'openid') {
  const answer = await console_.anonymous.send({ url: `/api/v1/login/openid/${name}` });
  const [set] = answer.cookies;
  const cookie = set ? `${set.name}=${set.value}` : '';
  return { answer, address: String(answer.headers.location), cookie, set };
}

/** Logs in at the provider; gives what it sends back, and the cookie. */
async function landed(name?: string, account = 'alice') {
  const { address, cookie } = await begin(name);
  const back = await logInAtProvider(address, account);
  return { cookie, body: Object.fromEntries(back.searchParams) };
}

const finish = (payload: object, cookie: string) =>
  console_.anonymous.send({
    method: 'POST',
    url: '/api/v1/login/oauth2/auth',
    headers: { cookie },
    payload,
  });

describe('the login at an identity provider', () => {
  it('is what the login screen offers, each provider with its address', async () => {
    const answer = await console_.anonymous.send({ url: '/api/v1/login' });
    expect(answer.json()).toMatchObject({
      loginStrategy: 'redirect',
      redirect: '/api/v1/login/openid/openid',
      providers: [
        { name: 'openid', redirect: '/api/v1/login/openid/openid' },
        { name: 'wrong', displayName: 'Wrong secret' },
        { name: 'gone' },
      ],
    });
    expect(answer.body).not.toContain(provider.clientSecret);
  });

  it('leads there with state, nonce and the challenge of a secret that only the cookie has', async () => {
    const { answer, address, set } = await begin();
    expect(answer.statusCode).toBe(302);
    const { origin, searchParams } = new URL(address);
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: provider.clientId,
      redirect_uri: CALLBACK,
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid offline_access',
      prompt: 'consent',
      state: expect.stringMatching(/^.{43}$/),
      nonce: expect.stringMatching(/^.{43}$/),
    });
    expect(set).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 600 });
    const state = String(searchParams.get('state'));
    expect(Buffer.from(String(set?.value), 'base64url').toString('latin1')).not.toContain(state);
    const again = new URL((await begin()).address).searchParams;
    expect(again.get('state')).not.toBe(state);
    expect(again.get('nonce')).not.toBe(searchParams.get('nonce'));
  });

  it('tells the page of the callback why it cannot begin', async () => {
    const gone = new URL((await begin('gone')).address, 'http://localhost');
    expect(gone.pathname).toBe('/oauth_callback');
    expect(gone.searchParams.get('error')).toContain('cannot be reached');
    const unknown = new URL((await begin('nobody')).address, 'http://localhost');
    expect(unknown.searchParams.get('error_description')).toContain('no such identity provider');
  });

  it('asks the storage server, and says what that answers', async () => {
    const { cookie, body } = await landed();
    const answer = await finish(body, cookie);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({
      errorCode: 'SignOnFailed',
      detailedMessage: expect.stringContaining('does not let alice in'),
    });
    const [event] = await console_.events.latest(1);
    expect(event).toMatchObject({ event: 'login.failed', account: 'alice' });
  });
});

describe('what comes back from a provider is refused', () => {
  it('with a state that is not that of this login', async () => {
    const { cookie, body } = await landed();
    const answer = await finish({ ...body, state: 'another' }, cookie);
    expect([answer.statusCode, answer.json().errorCode]).toEqual([403, 'SignOnFailed']);
    expect(answer.json().detailedMessage).toContain('state');
  });

  it('in a browser in which the login did not begin', async () => {
    const { body } = await landed();
    const other = await begin();
    expect((await finish(body, '')).json().detailedMessage).toContain('did not begin in this');
    expect((await finish(body, other.cookie)).json().errorCode).toBe('SignOnFailed');
  });

  it('with the cookie changed or made up', async () => {
    const { cookie, body } = await landed();
    const [name = '', value = ''] = cookie.split('=');
    for (const made of ['x', 'A'.repeat(80), value.replace(/^..../, 'AAAA')]) {
      const answer = await finish(body, `${name}=${made}`);
      expect(answer.json().errorCode).toBe('SignOnFailed');
    }
  });

  it('the second time, although somebody kept the cookie', async () => {
    const { cookie, body } = await landed();
    const [cleared] = (await finish(body, cookie)).cookies;
    expect(cleared).toMatchObject({ value: '', name: cookie.split('=')[0] });
    const again = await finish(body, cookie);
    expect(again.json().detailedMessage).toContain('invalid_grant');
  });

  it('after ten minutes', async () => {
    const { cookie, body } = await landed();
    console_.clock.offset = 11 * 60_000;
    const answer = await finish(body, cookie);
    console_.clock.offset = 0;
    expect(answer.json().detailedMessage).toContain('longer than 10 minutes');
  });

  it('from a provider other than the one at which it began', async () => {
    const { cookie, body } = await landed();
    const answer = await finish({ ...body, iss: 'https://evil.example' }, cookie);
    expect(answer.json().errorCode).toBe('SignOnFailed');
  });

  it('when the provider refuses the console itself', async () => {
    const { cookie, body } = await landed('wrong');
    expect((await finish(body, cookie)).json().detailedMessage).toContain('invalid_client');
  });

  it('without a code, and the field is named', async () => {
    const answer = await finish({ state: 's' }, '');
    expect([answer.statusCode, answer.json().field]).toEqual([400, 'code']);
  });

  it('when another site has it sent', async () => {
    const { cookie, body: payload } = await landed();
    const answer = await console_.anonymous.send({
      method: 'POST',
      url: '/api/v1/login/oauth2/auth',
      headers: { cookie, 'sec-fetch-site': 'cross-site' },
      payload,
    });
    expect(answer.json().errorCode).toBe('CrossOrigin');
  });

  it('and nothing of it ends in the log', async () => {
    const { cookie, body } = await landed();
    await finish(body, cookie);
    const log = console_.log.join('\n');
    for (const secret of [body.code, body.state, cookie.split('=')[1], provider.clientSecret]) {
      expect(log).not.toContain(secret);
    }
    expect(log).not.toMatch(/eyJ[A-Za-z0-9_-]{10,}\./);
  });
});
