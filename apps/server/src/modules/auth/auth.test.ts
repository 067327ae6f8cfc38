import { UNATTENDED_HEADER } from '@stowage/contract/endpoint';
import { PAGES } from '@stowage/contract/pages';
import { ADMIN_ACTIONS } from '@stowage/domain/actions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  callerWith,
  startTestConsole,
  type TestCaller,
  type TestConsole,
} from '../../testing/test-console.ts';

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
  test.anonymous.send({
    method: 'POST',
    url: '/api/v1/login',
    headers,
    payload: { accessKey, secretKey },
  });

const takenBack = ({ session }: TestCaller) => ({
  name: session.cookie?.split('=')[0],
  value: '',
});

describe('the login strategy', () => {
  it('is the form, the only one that works [API-01]', async () => {
    const response = await test.anonymous.send({ url: '/api/v1/login' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      loginStrategy: 'form',
      storageHost: new URL(test.gate.endpoint).host,
      version: '1.2.3',
      sessionHours: 1,
      keptSessionHours: 7 * 24,
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
    });
    expect(cookie?.maxAge).toBeGreaterThan(3500);
    expect(cookie?.maxAge).toBeLessThanOrEqual(3600);
    expect(cookie?.secure).toBeUndefined();
    const { sessionId } = response.json();
    expect(sessionId).not.toBe(cookie?.value);
    const tried = await test.anonymous.send({
      url: '/api/v1/session',
      headers: { cookie: `${cookie?.name}=${sessionId}` },
    });
    expect(tried.statusCode).toBe(401);
  });

  it('lasts a week where the user chose to stay signed in', async () => {
    const { accessKey, secretKey } = test.target;
    const response = await test.anonymous.send({
      method: 'POST',
      url: '/api/v1/login',
      payload: { accessKey, secretKey, keepSignedIn: true },
    });
    const week = 7 * 24 * 3600;
    expect(response.cookies[0]?.maxAge).toBeGreaterThan(week - 60);
    expect(response.cookies[0]?.maxAge).toBeLessThanOrEqual(week);
  });

  it.each([
    ['/', /^__Host-stowage-[0-9a-f]{12}$/],
    ['/api/proxy/ns/tenant/', /^__Secure-stowage-[0-9a-f]{12}$/],
  ])('binds the cookie of %s to TLS behind a trusted proxy that speaks it', async (mount, name) => {
    const { accessKey, secretKey } = test.target;
    const tls = { 'x-forwarded-proto': 'https' };
    const url = `${mount}api/v1/login`;
    const payload = { accessKey, secretKey };
    const { cookies, ...response } = await test.anonymous.send({
      ...{ method: 'POST', url, headers: tls, payload },
    });
    const [cookie] = cookies;
    expect(cookie).toMatchObject({ secure: true, path: mount });
    expect(cookie?.name).toMatch(name);
    const session = (value: string) =>
      test.anonymous.send({
        url: `${mount}api/v1/session`,
        headers: { ...tls, cookie: value, 'x-stowage-token': response.json().sessionId },
      });
    expect((await session(`${cookie?.name}=${cookie?.value}`)).statusCode).toBe(200);
    const plain = cookie?.name.replace(/^__\w+-/, '');
    expect((await session(`${plain}=${cookie?.value}`)).statusCode).toBe(401);
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
    const response = await test.anonymous.send({
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

  it.each(['jürgen', 'ключ', '用户 1'])(
    'lets %s in, a user with a name beyond ASCII',
    async (name) => {
      const statement = { Effect: 'Allow', Action: ['s3:*'], Resource: 'arn:aws:s3:::*' };
      const policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
      await test.admin.addUser({ accessKey: name, secretKey: 'some-secret-key' });
      await test.admin.addCannedPolicy({ name: 'all', policy });
      await test.admin.setPolicyForUser({ accessKey: name, policies: ['all'] });
      const caller = await test.logIn({ accessKey: name, secretKey: 'some-secret-key' });
      const session = await caller.send({ url: '/api/v1/session' });
      expect(session.json()).toMatchObject({ accountName: name });
      expect((await caller.send({ url: '/api/v1/buckets' })).statusCode).toBe(200);
    },
  );

  it('tells once in the log of a proxy that nobody declared', async () => {
    const visit = (remoteAddress: string) =>
      test.app.inject({
        url: '/api/v1/login',
        remoteAddress,
        headers: { 'x-forwarded-for': '192.0.2.1' },
      });
    await visit('127.0.0.1');
    expect(test.log.join('')).not.toContain('STOWAGE_TRUSTED_PROXIES');
    await visit('198.51.100.9');
    await visit('198.51.100.9');
    const warnings = test.log.filter((line) => line.includes('STOWAGE_TRUSTED_PROXIES'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('198.51.100.9');
  });

  it('is noted with its account and address, and without any secret', async () => {
    const { accessKey, secretKey } = test.target;
    await login('mallory', 'a-guessed-secret');
    await login(accessKey, secretKey);
    const [succeeded, failed] = await test.events.latest(2);
    expect(failed).toMatchObject({
      ...{ event: 'login.failed', account: 'mallory', address: '127.0.0.1' },
    });
    expect(succeeded).toMatchObject({ event: 'login.succeeded', account: accessKey });
    const line = test.log.find((text) => text.includes('"account":"mallory"'));
    expect(JSON.parse(line ?? '')).toMatchObject({ event: 'login.failed', address: '127.0.0.1' });
    expect(test.log.join('')).not.toContain('a-guessed-secret');
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
      features: ['log-search'],
      operator: false,
      distributedMode: true,
      accountName: test.target.accessKey,
      storageHost: new URL(test.gate.endpoint).host,
      uploads: 10,
      downloads: 20,
    });
    expect(session.policy.version).toBe('2012-10-17');
    expect(session.policy.statement).toContainEqual(
      expect.objectContaining({ effect: 'Allow', action: expect.any(Array) }),
    );
  });

  it('tells which actions of the Admin API the policies may allow', async () => {
    const actionsOf = async (caller: TestCaller) =>
      (await caller.send({ url: '/api/v1/session' })).json().allowedActions;
    expect(await actionsOf(await test.logIn())).toEqual([...ADMIN_ACTIONS]);
    const keys = await test.addUser('user-admin', {
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Action: ['admin:GetUser', 'admin:CreateUser', 'admin:DeleteUser'] },
        { Effect: 'Deny', Action: ['admin:DeleteUser'] },
      ],
    });
    expect(await actionsOf(await test.logIn(keys))).toEqual(['admin:CreateUser', 'admin:GetUser']);
  });

  it('tells when it ends', async () => {
    const caller = await test.logIn();
    const { endsIn } = (await caller.send({ url: '/api/v1/session' })).json();
    expect(endsIn).toBeGreaterThan(3500);
    expect(endsIn).toBeLessThanOrEqual(3600);
  });

  it('offers the root user every page that has a screen, and no other', async () => {
    const caller = await test.logIn();
    const { pages } = (await caller.send({ url: '/api/v1/session' })).json();
    // The storage server of this test has no directory, which is all that pages depend on besides.
    const ready = PAGES.filter(
      ({ ready, mode, feature }) => ready && mode !== 'operator' && feature === undefined,
    );
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
    ['a cookie that nobody gave', 'abcdefgh'],
    ['a cookie of the wrong kind', '%'.repeat(50)],
  ])('is required: %s', async (_case, value) => {
    const { session } = await test.logIn();
    const cookie = session.cookie?.replace(/=.*/, `=${value}`) ?? '';
    const headers = { ...session, cookie };
    const response = await test.anonymous.send({ url: '/api/v1/session', headers });
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({ errorCode: 'SessionRequired' });
  });

  it('has ended after its idle time, and its cookie is taken back', async () => {
    const caller = await test.logIn();
    test.clock.offset = 2 * 3_600_000;
    const response = await caller.send({ url: '/api/v1/session' });
    test.clock.offset = 0;
    expect(response.statusCode).toBe(401);
    expect(response.cookies[0]).toMatchObject({ ...takenBack(caller), path: '/' });
    expect((await caller.send({ url: '/api/v1/session' })).statusCode).toBe(401);
  });

  it('is not kept from ending by what a page asks while nobody is there', async () => {
    const { accessKey, secretKey } = test.target;
    const payload = { accessKey, secretKey, keepSignedIn: true };
    const login = await test.anonymous.send({ method: 'POST', url: '/api/v1/login', payload });
    const [given] = login.cookies;
    const caller = callerWith(test.app, { cookie: `${given?.name}=${given?.value}` });
    const headers = { [UNATTENDED_HEADER]: '1' };
    const asked = async (minutes: number, more: Record<string, string> = {}) => {
      test.clock.offset = minutes * 60_000;
      const { statusCode } = await caller.send({ url: '/api/v1/session', headers: more });
      test.clock.offset = 0;
      return statusCode;
    };
    expect(await asked(50)).toBe(200);
    expect(await asked(100, headers)).toBe(200);
    // An hour after the last use, regardless of background polling.
    expect(await asked(115, headers)).toBe(401);
  });

  it('ends when the storage server no longer accepts its credentials', async () => {
    const caller = await test.logIn();
    expect((await caller.send({ url: '/api/v1/session' })).statusCode).toBe(200);
    test.gate.set({ status: 400, code: 'ExpiredToken' });
    const response = await caller.send({ url: '/api/v1/session' });
    test.gate.set('open');
    expect(response.json()).toMatchObject({ code: 401, errorCode: 'SessionRequired' });
    expect(response.cookies[0]).toMatchObject(takenBack(caller));
    expect(await test.events.latest(1)).toMatchObject([
      { event: 'session.ended', address: '127.0.0.1', reason: 'credentials refused' },
    ]);
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
    expect((await test.anonymous.send({ url: '/readyz' })).statusCode).toBe(502);
    expect((await test.anonymous.send({ url: '/healthz' })).statusCode).toBe(200);
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
    expect(response.json()).toEqual({});
    expect(await test.events.latest(1)).toMatchObject([
      { event: 'logout', account: test.target.accessKey, address: '127.0.0.1' },
    ]);
    expect(response.cookies[0]).toMatchObject({ ...takenBack(caller), path: '/' });
    expect((await caller.send({ url: '/api/v1/session' })).statusCode).toBe(401);
  });

  it('is no error without a session', async () => {
    const response = await test.anonymous.send({ method: 'POST', url: '/api/v1/logout' });
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
