import { PAGES } from '@stowage/contract/pages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestConsole, type TestConsole } from '../../testing/test-console.ts';

let test: TestConsole;

beforeAll(async () => {
  test = await startTestConsole();
});
afterAll(() => test.close());

const allow = (action: string, resource = 'arn:aws:s3:::*') => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: [action], Resource: [resource] }],
});

const login = (accessKey: string, secretKey: string, headers: Record<string, string> = {}) =>
  test.stranger.send({
    method: 'POST',
    url: '/api/v1/login',
    headers,
    payload: { accessKey, secretKey },
  });

describe('the login strategy', () => {
  it('is the form, the only one that works [API-01]', async () => {
    const response = await test.stranger.send({ url: '/api/v1/login' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      loginStrategy: 'form',
      storageHost: new URL(test.gate.endpoint).host,
      version: '1.2.3',
      sessionHours: 1,
    });
  });
});

describe('login', () => {
  it('gives a cookie that scripts cannot read and an id that opens nothing [API-02]', async () => {
    const { accessKey, secretKey } = test.target;
    const response = await login(accessKey, secretKey);
    expect(response.statusCode).toBe(201);
    const [cookie] = response.cookies;
    expect(cookie).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      maxAge: 7 * 24 * 3600,
    });
    expect(cookie?.secure).toBeUndefined();
    const { sessionId } = response.json();
    expect(sessionId).not.toBe(cookie?.value);
    const tried = await test.stranger.send({
      url: '/api/v1/session',
      headers: { cookie: `${cookie?.name}=${sessionId}` },
    });
    expect(tried.statusCode).toBe(401);
  });

  it('marks the cookie Secure behind a trusted proxy that speaks TLS', async () => {
    const { accessKey, secretKey } = test.target;
    const response = await login(accessKey, secretKey, { 'x-forwarded-proto': 'https' });
    expect(response.cookies[0]?.secure).toBe(true);
  });

  it('does not believe a proxy that nobody trusts', async () => {
    const { accessKey, secretKey } = test.target;
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/v1/login',
      remoteAddress: '203.0.113.9',
      headers: { 'x-forwarded-proto': 'https' },
      payload: { accessKey, secretKey },
    });
    expect(response.statusCode).toBe(201);
    expect(response.cookies[0]?.secure).toBeUndefined();
  });

  it('limits the cookie to the path that the console is mounted at', async () => {
    const { accessKey, secretKey } = test.target;
    const response = await test.stranger.send({
      method: 'POST',
      url: '/api/proxy/ns/tenant/api/v1/login',
      payload: { accessKey, secretKey },
    });
    expect(response.cookies[0]?.path).toBe('/api/proxy/ns/tenant/');
  });

  it('answers a wrong password and an unknown user alike, and in like time', async () => {
    const timed = async (accessKey: string, secretKey: string) => {
      const from = performance.now();
      const response = await login(accessKey, secretKey);
      return { response, ms: performance.now() - from };
    };
    const password = await timed(test.target.accessKey, 'wrong-password');
    const user = await timed('nobody-at-all', 'wrong-password');
    expect(password.response.statusCode).toBe(401);
    expect(password.response.json()).toEqual({
      code: 401,
      message: 'The username or the password is wrong.',
      detailedMessage: '',
      errorCode: 'InvalidLogin',
    });
    expect(user.response.body).toBe(password.response.body);
    expect(Math.min(password.ms, user.ms)).toBeGreaterThanOrEqual(249);
    expect(password.response.cookies).toEqual([]);
  });

  it.each(['', ' ', 'ключ', 'a/b', 'a=b,c', '\u0000', 'x'.repeat(1025)])(
    'refuses the username %j without stumbling',
    async (accessKey) => {
      const response = await login(accessKey, 'some-password');
      expect([400, 401]).toContain(response.statusCode);
    },
  );

  it('stops trying passwords at speed, and says so', async () => {
    const attempt = (index: number) =>
      test.app.inject({
        method: 'POST',
        url: '/api/v1/login',
        remoteAddress: '198.51.100.7',
        payload: { accessKey: `guess-${index}`, secretKey: 'some-password' },
      });
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => attempt(index)));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(2);
    expect(refused[0]?.json()).toMatchObject({ errorCode: 'TooManyAttempts' });
  });
});

describe('the session', () => {
  it('tells who is logged in and what they may do [API-05, SHELL-82]', async () => {
    const caller = await test.logIn();
    const response = await caller.send({ url: '/api/v1/session' });
    expect(response.statusCode).toBe(200);
    const session = response.json();
    expect(session).toMatchObject({
      status: 'ok',
      features: [],
      operator: false,
      distributedMode: true,
      accountName: test.target.accessKey,
      storageHost: new URL(test.gate.endpoint).host,
      uploads: 10,
      downloads: 20,
    });
    expect(session.policy.version).toBe('2012-10-17');
    expect(session.policy.statement).toContainEqual(expect.objectContaining({ Effect: 'Allow' }));
  });

  it('offers the root user every page that has a screen, and no other', async () => {
    const caller = await test.logIn();
    const { pages } = (await caller.send({ url: '/api/v1/session' })).json();
    const ready = PAGES.filter(({ ready, mode }) => ready && mode !== 'operator');
    expect(pages).toEqual(ready.map(({ pattern }) => pattern));
  });

  it('offers a user the pages that the policy opens', async () => {
    const reader = await test.logIn(await test.addUser('reader', allow('s3:GetObject')));
    const { pages } = (await reader.send({ url: '/api/v1/session' })).json();
    expect(pages).toContain('/buckets');
    expect(pages).not.toContain('/users');
  });

  it('offers no page to a user whose policy opens none', async () => {
    const keys = await test.addUser('outsider', {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['admin:ServerTrace'] }],
    });
    const outsider = await test.logIn(keys);
    const { pages } = (await outsider.send({ url: '/api/v1/session' })).json();
    expect(pages.filter((page: string) => page.startsWith('/buckets'))).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['a cookie that nobody gave', 'stowage_session=abcdefgh'],
    ['an empty cookie', 'stowage_session='],
    ['a cookie of the wrong kind', `stowage_session=${'%'.repeat(50)}`],
  ])('is required: %s', async (_case, cookie) => {
    const response = await test.stranger.send({ url: '/api/v1/session', headers: { cookie } });
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({ errorCode: 'SessionRequired' });
  });

  it('has ended after its idle time, and its cookie is taken back', async () => {
    const caller = await test.logIn();
    test.clock.offset = 2 * 3_600_000;
    const response = await caller.send({ url: '/api/v1/session' });
    test.clock.offset = 0;
    expect(response.statusCode).toBe(401);
    expect(response.cookies[0]).toMatchObject({ name: 'stowage_session', value: '', path: '/' });
    expect((await caller.send({ url: '/api/v1/session' })).statusCode).toBe(401);
  });

  it('ends when the storage server no longer accepts its credentials', async () => {
    const caller = await test.logIn();
    expect((await caller.send({ url: '/api/v1/session' })).statusCode).toBe(200);
    test.gate.set({ status: 400, code: 'ExpiredToken' });
    const response = await caller.send({ url: '/api/v1/session' });
    test.gate.set('open');
    expect(response.json()).toMatchObject({ code: 401, errorCode: 'SessionRequired' });
    expect(response.cookies[0]).toMatchObject({ name: 'stowage_session', value: '' });
    expect((await caller.send({ url: '/api/v1/session' })).statusCode).toBe(401);
  });
});

describe('while the storage server cannot be reached', () => {
  beforeAll(() => test.gate.set('closed'));
  afterAll(() => test.gate.set('open'));

  it('a login says so, and it does not count as a failure', async () => {
    const { accessKey, secretKey } = test.target;
    const response = await login(accessKey, secretKey);
    expect(response.statusCode).toBe(502);
    expect(response.json()).toMatchObject({
      errorCode: 'StorageUnreachable',
      message: 'The storage server cannot be reached.',
    });
  });

  it('the console is not ready', async () => {
    expect((await test.stranger.send({ url: '/readyz' })).statusCode).toBe(502);
    expect((await test.stranger.send({ url: '/healthz' })).statusCode).toBe(200);
  });
});

it('keeps a session while the storage server is away', async () => {
  const caller = await test.logIn();
  test.gate.set('closed');
  const response = await caller.send({ url: '/api/v1/session' });
  test.gate.set('open');
  expect(response.json()).toMatchObject({ code: 502, errorCode: 'StorageUnreachable' });
  expect((await caller.send({ url: '/api/v1/session' })).statusCode).toBe(200);
});

describe('logout', () => {
  it('ends the session at once and takes the cookie back [API-06]', async () => {
    const caller = await test.logIn();
    const response = await caller.send({ method: 'POST', url: '/api/v1/logout' });
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe('');
    expect(response.cookies[0]).toMatchObject({ name: 'stowage_session', value: '', path: '/' });
    expect((await caller.send({ url: '/api/v1/session' })).statusCode).toBe(401);
  });

  it('is no error without a session', async () => {
    const response = await test.stranger.send({ method: 'POST', url: '/api/v1/logout' });
    expect(response.statusCode).toBe(200);
  });

  it('cannot be done by another site', async () => {
    const caller = await test.logIn();
    const response = await caller.send({
      method: 'POST',
      url: '/api/v1/logout',
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(response.statusCode).toBe(403);
    expect((await caller.send({ url: '/api/v1/session' })).statusCode).toBe(200);
  });
});
