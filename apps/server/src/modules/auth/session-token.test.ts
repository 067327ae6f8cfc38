import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';

let test: TestConsole;

beforeAll(async () => {
  test = await startTestConsole();
});
afterAll(() => test.close());

const ANYTHING = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }],
};

const takenBack = ({ session }: TestCaller) => ({
  name: session.cookie?.split('=')[0],
  value: '',
});

describe('the token of a session', () => {
  const DOWNLOAD = '/api/v1/buckets/no-such-bucket/objects/download?prefix=YQ==';

  it.each(['', 'of-somebody-else'])(
    'is asked for beside the cookie, which another port of the host may have set: %j',
    async (token) => {
      const { session } = await test.logIn();
      const { cookie = '' } = session;
      const headers = { cookie, ...(token && { 'x-stowage-token': token }) };
      const response = await test.anonymous.send({ url: '/api/v1/session', headers });
      expect(response.json()).toMatchObject({ code: 401, errorCode: 'SessionRequired' });
    },
  );

  it('of another session is not accepted, and neither ends', async () => {
    const [alice, bob] = [await test.logIn(), await test.logIn()];
    const headers = { ...alice.session, cookie: bob.session.cookie ?? '' };
    const response = await test.anonymous.send({ url: '/api/v1/session', headers });
    expect(response.statusCode).toBe(401);
    expect(response.cookies[0]).toMatchObject(takenBack(bob));
    for (const caller of [alice, bob]) {
      expect((await caller.send({ url: '/api/v1/session' })).statusCode).toBe(200);
    }
  });

  it('finds its session among cookies that another port has set for longer paths', async () => {
    const [own, planted] = [await test.logIn(), await test.logIn()];
    const cookie = `${planted.session.cookie}; other=1; ${own.session.cookie}`;
    const headers = { ...own.session, cookie };
    const session = await test.anonymous.send({ url: '/api/v1/session', headers });
    expect(session.statusCode).toBe(200);
    expect(session.cookies).toEqual([]);
    const download = await test.anonymous.send({ url: DOWNLOAD, headers: { cookie } });
    expect(download.statusCode).toBe(401);
  });

  it('that is missing does not take the cookie of another page back', async () => {
    const { session } = await test.logIn();
    const { cookie = '' } = session;
    const response = await test.anonymous.send({ url: '/api/v1/session', headers: { cookie } });
    expect(response.cookies).toEqual([]);
  });

  it.each([
    [404, 'same-origin'],
    [404, 'none'],
    [401, 'same-site'],
    [401, 'cross-site'],
  ])('may be missing where a link downloads: %i for %s', async (status, site) => {
    const { session } = await test.logIn();
    const { cookie = '' } = session;
    const headers = { cookie, 'sec-fetch-site': site };
    expect((await test.anonymous.send({ url: DOWNLOAD, headers })).statusCode).toBe(status);
  });

  it('is not asked for in the session of a client that does not know of it', async () => {
    const payload = { accessKey: test.target.accessKey, secretKey: test.target.secretKey };
    const login = await test.anonymous.send({ method: 'POST', url: '/api/v1/login', payload });
    const [given] = login.cookies;
    const cookie = `${given?.name}=${given?.value}`;
    const look = (headers: Record<string, string>) =>
      test.anonymous.send({ url: '/api/v1/session', headers: { cookie, ...headers } });
    expect((await look({})).statusCode).toBe(200);
    expect((await look({ 'sec-fetch-site': 'same-site' })).statusCode).toBe(401);
    // The page of another user, into whose browser the cookie was set, sends its own token or none.
    expect((await look({ 'x-stowage-token': '' })).statusCode).toBe(401);
  });

  it('is held against the session where a download carries one', async () => {
    const { session } = await test.logIn();
    const headers = { ...session, 'x-stowage-token': 'of-somebody-else' };
    expect((await test.anonymous.send({ url: DOWNLOAD, headers })).statusCode).toBe(401);
  });
});

describe('the sessions of an account', () => {
  it('end one by one, and nobody else’s do', async () => {
    const keys = await test.addUser('careful', ANYTHING);
    const [laptop, phone] = [await test.logIn(keys), await test.logIn(keys)];
    const other = await test.logIn();
    const idOf = async (caller: TestCaller) => {
      const { sessions } = (await caller.send({ url: '/api/v1/sessions' })).json();
      return sessions.find(({ current }: { current: boolean }) => current).id;
    };
    const end = async (caller: TestCaller, id: string) =>
      (await caller.send({ method: 'DELETE', url: `/api/v1/sessions/${id}` })).statusCode;
    expect(await end(phone, await idOf(other))).toBe(404);
    expect(await end(phone, 'nonsense')).toBe(400);
    const lost = await idOf(laptop);
    expect(await end(phone, lost)).toBe(204);
    expect(await end(phone, lost)).toBe(404);
    expect((await laptop.send({ url: '/api/v1/session' })).statusCode).toBe(401);
    expect((await other.send({ url: '/api/v1/session' })).statusCode).toBe(200);
    expect(await test.events.latest(1)).toMatchObject([
      { event: 'session.revoked', account: 'careful', reason: 'one session' },
    ]);
    const own = await phone.send({
      method: 'DELETE',
      url: `/api/v1/sessions/${await idOf(phone)}`,
    });
    expect(own.cookies[0]).toMatchObject(takenBack(phone));
    expect((await phone.send({ url: '/api/v1/session' })).statusCode).toBe(401);
  });

  it('are listed with the one at hand, and end together', async () => {
    const keys = await test.addUser('many', ANYTHING);
    const [laptop, phone] = [await test.logIn(keys), await test.logIn(keys)];
    const other = await test.logIn();
    const { sessions } = (await phone.send({ url: '/api/v1/sessions' })).json();
    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
    expect(sessions[0]).toMatchObject({
      ...{ address: '127.0.0.1', userAgent: expect.stringContaining('light') },
    });

    const ended = await phone.send({ method: 'DELETE', url: '/api/v1/sessions' });
    expect(ended.json()).toEqual({ ended: 2 });
    expect(ended.cookies[0]).toMatchObject(takenBack(phone));
    for (const caller of [laptop, phone]) {
      expect((await caller.send({ url: '/api/v1/session' })).statusCode).toBe(401);
    }
    expect((await other.send({ url: '/api/v1/session' })).statusCode).toBe(200);
    expect(await test.events.latest(1)).toMatchObject([
      { event: 'session.revoked', account: 'many', reason: 'all sessions: 2' },
    ]);
  });
});
