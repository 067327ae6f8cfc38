import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  logInAtProvider,
  type ProviderOptions,
  type RunningProvider,
  startIdentityProvider,
} from '../../../../../tests/identity-provider/identity-provider.ts';
import type { IdentityProvider } from '../../config/identity-providers.ts';
import { startTestConsole, type TestConsole } from '../../testing/test-console.ts';
import {
  createIdentityProviders,
  type IdentityProviders,
} from '../../upstream/openid/identity-providers.ts';

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
});
afterAll(async () => {
  await console_.close();
  await provider.stop();
});

/** Starts a login and returns the address it redirects to, with the cookie that binds it. */
async function begin(name = 'openid', cookies = '') {
  const answer = await console_.anonymous.send({
    url: `/api/v1/login/openid/${name}`,
    headers: { cookie: cookies },
  });
  const set = answer.cookies.find(({ value }) => value !== '');
  const cookie = set ? `${set.name}=${set.value}` : '';
  return { answer, address: String(answer.headers.location), cookie, set };
}

/** Logs in at the provider; returns its response and the cookie. */
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

  it('begins in several windows of one browser, a few at a time', async () => {
    const { cookie: one, body } = await landed();
    const two = await begin('openid', one);
    const both = `${one}; ${two.cookie}`;
    expect((await finish(body, both)).json().detailedMessage).toContain('does not let alice in');
    const back = await logInAtProvider(two.address, 'alice');
    const second = Object.fromEntries(back.searchParams);
    expect((await finish(second, two.cookie)).json().detailedMessage).toContain('does not let');

    const names = [...Array(4).keys()].map((at) => one.replace(/=.*/, `${at}=x`));
    const { answer, set } = await begin('openid', names.join('; '));
    const cleared = answer.cookies.filter(({ value }) => value === '');
    expect([cleared.map(({ name }) => `${name}=x`), set?.value]).toEqual([
      [names[0]],
      expect.stringMatching(/^[\w-]{100,}$/),
    ]);
  });

  it('sends the browser back to this console, whatever the address asks for', async () => {
    const evil = 'https://evil.example/oauth_callback';
    const query = new URLSearchParams({
      redirect_uri: evil,
      callback: evil,
      next: evil,
      state: 'x',
    });
    const answer = await console_.anonymous.send({ url: `/api/v1/login/openid/openid?${query}` });
    const { searchParams } = new URL(String(answer.headers.location));
    expect(searchParams.getAll('redirect_uri')).toEqual([CALLBACK]);
    expect(searchParams.get('state')).not.toBe('x');
    const elsewhere = await console_.anonymous.send({
      url: '/api/v1/login/openid/openid',
      headers: { host: 'evil.example' },
    });
    expect(elsewhere.statusCode).toBe(421);
    expect(elsewhere.headers.location).toBeUndefined();
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
    expect(answer.json().detailedMessage).toContain('did not begin in this');
    // Nor with this login's cookie under the cookie name of that state.
    const renamed = cookie.replace(/-\w+=/, `-${hash('sha256', 'another').slice(0, 12)}=`);
    const forged = await finish({ ...body, state: 'another' }, renamed);
    expect(forged.json().detailedMessage).toContain('state');
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

// Each of these starts its own providers.
describe('what a provider issues', { timeout: 60_000 }, () => {
  const answerOf = (search: URLSearchParams) => {
    const [code = '', state = '', iss = ''] = ['code', 'state', 'iss'].map(
      (name) => search.get(name) ?? '',
    );
    return { code, state, iss };
  };
  const providerOf = async (options: ProviderOptions) => {
    const other = await startIdentityProvider([CALLBACK], options);
    const { clientId, clientSecret, issuer: url } = other;
    const one = { name: 'openid', url, clientId, clientSecret, scopes: ['openid'] };
    return { other, providers: createIdentityProviders([one]) };
  };
  async function logIn(
    { providers }: { readonly providers: IdentityProviders },
    meanwhile = async () => {},
  ) {
    const { address, begun } = await providers.begin('openid', CALLBACK);
    const { searchParams } = await logInAtProvider(address, 'alice');
    await meanwhile();
    return providers.finish(begun, answerOf(searchParams));
  }

  it.each([
    ['behind', -20],
    ['ahead', 20],
  ])('counts while its clock is a little %s', async (_, clockSeconds) => {
    const started = await providerOf({ clockSeconds, tokenSeconds: 10 });
    try {
      expect(await logIn(started)).toMatchObject({ accountName: 'alice' });
    } finally {
      await started.other.stop();
    }
  });

  it('does not count once it has expired', async () => {
    const started = await providerOf({ clockSeconds: -120, tokenSeconds: 60 });
    try {
      await expect(logIn(started)).rejects.toMatchObject({ code: 'SignOnFailed' });
    } finally {
      await started.other.stop();
    }
  });

  it('counts with keys that it has had for a moment only', async () => {
    const started = await providerOf({});
    try {
      await logIn(started);
      await started.other.rotateKeys();
      expect(await logIn(started)).toMatchObject({ accountName: 'alice' });
    } finally {
      await started.other.stop();
    }
  });

  it('does not come where the provider has gone in between', async () => {
    const started = await providerOf({});
    const gone = logIn(started, () => started.other.stop());
    await expect(gone).rejects.toMatchObject({ code: 'ProviderUnreachable' });
  });

  it('tells two providers’ users of one name apart, and takes no answer of the other', async () => {
    const [first, second] = await Promise.all([providerOf({}), providerOf({})]);
    try {
      const [one, two] = await Promise.all([logIn(first), logIn(second)]);
      expect(one.accountName).toBe(two.accountName);
      expect(one.identity.subject).not.toBe(two.identity.subject);
      const { begun } = await first.providers.begin('openid', CALLBACK);
      const { address } = await second.providers.begin('openid', CALLBACK);
      const answer = answerOf((await logInAtProvider(address, 'alice')).searchParams);
      for (const iss of [answer.iss, first.other.issuer]) {
        const mixed = first.providers.finish(begun, { ...answer, state: begun.state, iss });
        await expect(mixed).rejects.toMatchObject({ code: 'SignOnFailed' });
      }
    } finally {
      await Promise.all([first.other.stop(), second.other.stop()]);
    }
  });
});

describe('the logout at a provider', () => {
  const back = 'http://localhost/login';
  const endAt = (logout: boolean, url = provider.issuer) => {
    const { clientId, clientSecret } = provider;
    const one = { name: 'openid', url, clientId, clientSecret, scopes: ['openid'], logout };
    return createIdentityProviders([one]).endAddress(
      { provider: 'openid', idToken: 'x.y.z' },
      back,
    );
  };

  it('leads there with the token as a hint, and back to the login', async () => {
    const address = new URL((await endAt(true)) ?? '');
    expect(address.origin).toBe(provider.issuer);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: provider.clientId,
      id_token_hint: 'x.y.z',
      post_logout_redirect_uri: back,
    });
  });

  it('is left out where nobody wished for it, or the provider is gone', async () => {
    expect(await endAt(false)).toBeUndefined();
    expect(await endAt(true, GONE)).toBeUndefined();
  });

  it('does not concern those who logged in otherwise', async () => {
    const caller = await console_.logIn();
    const answer = await caller.send({ method: 'POST', url: '/api/v1/logout' });
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
  });
});

describe('the login of an operator', () => {
  it.each(['/api/v1/login/operator', '/api/v1/login/operator/'])(
    'lets nobody in at %s, whatever is sent',
    async (url) => {
      for (const payload of [{ jwt: 'a.b.c' }, { jwt: '' }, { accessKey: 'a', secretKey: 'b' }]) {
        const answer = await console_.anonymous.send({ method: 'POST', url, payload });
        expect(answer.statusCode).toBe(404);
        expect(answer.cookies).toEqual([]);
      }
    },
  );

  it('is no way in with a token in place of keys, or beside them', async () => {
    const jwt = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJyb290In0.';
    const bodies = [
      { jwt },
      { accessKey: jwt, secretKey: jwt },
      { accessKey: console_.target.accessKey, secretKey: jwt, sessionToken: jwt },
      { accessKey: console_.target.accessKey, secretKey: 'wrong-password', jwt },
    ];
    for (const payload of bodies) {
      const answer = await console_.anonymous.send({
        method: 'POST',
        url: '/api/v1/login',
        payload,
      });
      expect([400, 401]).toContain(answer.statusCode);
      expect(answer.cookies).toEqual([]);
    }
    const session = await console_.anonymous.send({
      url: '/api/v1/session',
      headers: { authorization: `Bearer ${jwt}` },
    });
    expect(session.statusCode).toBe(401);
  });

  it('is never the layout that this server names', async () => {
    const answer = await console_.anonymous.send({ url: '/api/v1/login' });
    expect(answer.json().loginStrategy).not.toBe('service-account');
  });
});
