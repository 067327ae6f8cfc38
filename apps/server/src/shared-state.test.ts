import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  logInAtProvider,
  type RunningProvider,
  startIdentityProvider,
} from '../../../tests/identity-provider/identity-provider.ts';
import { startTarget, type Target } from '../../../tests/targets/target.ts';
import { LOOK_MS } from './plugins/open-streams.ts';
import { openPostgresState } from './state/postgres-state.ts';
import { type ConsoleProcess, startProcess } from './testing/console-process.ts';
import { startGate } from './testing/storage-gate.ts';
import {
  callerWith,
  startTestConsole,
  type TestCaller,
  type TestConsole,
} from './testing/test-console.ts';
import { postgresPrograms, startTestPostgres, type TestPostgres } from './testing/test-postgres.ts';
import { openSocket } from './testing/test-socket.ts';

const SESSION = { url: '/api/v1/session' };

describe.skipIf(postgresPrograms === undefined)('two consoles on one database', () => {
  let postgres: TestPostgres;
  let target: Target;
  let url: string;
  let provider: RunningProvider;
  let one: TestConsole;
  let two: TestConsole;
  beforeAll(async () => {
    [postgres, target, provider] = await Promise.all([
      startTestPostgres(),
      startTarget(),
      startIdentityProvider(['http://localhost/oauth_callback']),
    ]);
    const { clientId, clientSecret, issuer } = provider;
    const openid = { name: 'openid', url: issuer, clientId, clientSecret, scopes: ['openid'] };
    url = await postgres.newDatabase();
    const start = async () =>
      startTestConsole({
        ...{ target, identityProviders: [openid] },
        state: await openPostgresState(url, 'key'),
      });
    [one, two] = await Promise.all([start(), start()]);
    await one.s3.makeBucket({ bucket: 'shared' });
  }, 120_000);
  afterEach(() => {
    vi.useRealTimers();
  });
  afterAll(async () => {
    await Promise.all([one.close(), two.close()]);
    await Promise.all([target.close(), postgres.server.remove(), provider.stop()]);
  });

  /** The same browser, whose next call is balanced to the other console. */
  const at = (console: TestConsole, { session }: TestCaller) => callerWith(console.app, session);
  const status = async (caller: TestCaller) => (await caller.send(SESSION)).statusCode;

  it('have sessions in common: opened on one, used on both, ended on the other', async () => {
    const here = await one.logIn();
    const there = at(two, here);
    expect(await status(here)).toBe(200);
    expect(await status(there)).toBe(200);
    const { sessions } = (await there.send({ url: '/api/v1/sessions' })).json();
    expect(sessions.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
    await there.send({ method: 'POST', url: '/api/v1/logout' });
    expect(await status(here)).toBe(401);
    await expect.poll(() => one.events.latest(1)).toMatchObject([{ event: 'logout' }]);
  });

  it('take over a login at a provider that has begun on the other, and only once', async () => {
    const began = await one.anonymous.send({ url: '/api/v1/login/openid/openid' });
    const [set] = began.cookies;
    const back = await logInAtProvider(String(began.headers.location), 'alice');
    const finish = async (console: TestConsole) => {
      const answer = await console.anonymous.send({
        method: 'POST',
        url: '/api/v1/login/oauth2/auth',
        headers: { cookie: `${set?.name}=${set?.value}` },
        payload: Object.fromEntries(back.searchParams),
      });
      return answer.json().detailedMessage;
    };
    // The provider's response was valid: it is the storage server that does not know the provider.
    expect(await finish(two)).toContain('does not let alice in');
    expect(await finish(one)).toContain('invalid_grant');
  });

  it('end all sessions of an account together, and their sockets within two seconds', async () => {
    const [laptop, phone] = [await one.logIn(), await two.logIn()];
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const { closed } = await openSocket(two, phone, '/ws/watch/shared');
    await laptop.send({ method: 'DELETE', url: '/api/v1/sessions' });
    // The other console is not notified of this call: it has to detect it.
    vi.advanceTimersByTime(LOOK_MS);
    expect(await closed).toEqual({ code: 1008, reason: 'SessionRequired' });
  });

  it('count failed logins together', async () => {
    const payload = { accessKey: 'nobody', secretKey: 'wrong-password' };
    const statuses: number[] = [];
    for (let index = 0; index < 14; index += 1) {
      const { anonymous } = index % 2 === 0 ? one : two;
      anonymous
        .send({ method: 'POST', url: '/api/v1/login', payload })
        .then(({ statusCode }) => statuses.push(statusCode));
    }
    const count = (status: number) => statuses.filter((one) => one === status).length;
    await expect.poll(() => count(401)).toBe(10);
    // Three are delayed, or two if one console's clock is slightly behind.
    await expect.poll(() => count(429)).toBeGreaterThanOrEqual(1);
    expect(count(429)).toBeLessThanOrEqual(2);
  });

  it('do not undo each other when they add to one setting', async () => {
    const here = await one.logIn();
    const there = at(two, here);
    const prefixes = Array.from({ length: 16 }, (_, index) => `p${index}/`);
    const answers = await Promise.all(
      prefixes.map((prefix, index) =>
        (index % 2 === 0 ? here : there).send({
          method: 'PUT',
          url: '/api/v1/bucket/shared/access-rules',
          payload: { prefix, access: 'readonly' },
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(
      Array(16).fill(answers[0]?.statusCode),
    );
    const { accessRules } = (
      await there.send({ url: '/api/v1/bucket/shared/access-rules?limit=100' })
    ).json();
    expect(accessRules.map(({ prefix }: { prefix: string }) => prefix).toSorted()).toEqual(
      prefixes.toSorted(),
    );
  });

  it('let one of two changes win that began with the same state', async () => {
    const here = await one.logIn();
    const there = at(two, here);
    const url = '/api/v1/buckets/shared/tags';
    const { revision } = (await here.send({ url })).json();
    const change = (caller: TestCaller, owner: string) =>
      caller.send({
        method: 'PUT',
        url: `${url}?revision=${revision}`,
        payload: { tags: { owner } },
      });
    const answers = await Promise.all([change(here, 'one'), change(there, 'two')]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const winner = answers[0]?.statusCode === 200 ? 'one' : 'two';
    expect((await there.send({ url })).json().tags).toEqual({ owner: winner });
  });

  it('fail with the database, and go on with it', async () => {
    const caller = await one.logIn();
    await postgres.server.stop();
    try {
      const answer = await caller.send(SESSION);
      expect(answer.json()).toMatchObject({ code: 503, errorCode: 'StateUnavailable' });
      expect(answer.cookies).toEqual([]);
      const login = await two.anonymous.send({
        method: 'POST',
        url: '/api/v1/login',
        payload: { accessKey: target.accessKey, secretKey: target.secretKey },
      });
      expect(login.statusCode).toBe(503);
      expect((await one.anonymous.send({ url: '/readyz' })).statusCode).toBe(503);
      expect((await one.anonymous.send({ url: '/healthz' })).statusCode).toBe(200);
    } finally {
      await postgres.server.start();
    }
    await expect.poll(() => status(at(two, caller))).toBe(200);
    expect(await status(caller)).toBe(200);
    expect([...one.log, ...two.log].join()).not.toContain('pass-word');
  });
});

describe.skipIf(postgresPrograms === undefined)('a console that is killed', () => {
  const KEY = { CONSOLE_PBKDF_PASSPHRASE: 'a passphrase', CONSOLE_PBKDF_SALT: 'some salt' };
  const processes: ConsoleProcess[] = [];
  afterEach(async () => {
    for (const { child } of processes) child.kill('SIGKILL');
    await Promise.all(processes.splice(0).map(({ ending }) => ending));
  });

  async function start(settings: Readonly<Record<string, string>>) {
    const started = startProcess({ ...KEY, ...settings });
    processes.push(started);
    const line = await started.line('Console');
    return { origin: line.replace(/^Console\s+/, ''), child: started.child };
  }

  async function logIn(origin: string, { accessKey, secretKey }: Target) {
    const response = await fetch(`${origin}api/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ accessKey, secretKey }),
    });
    return { cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  }

  function putTags(origin: string, headers: { readonly cookie: string }, value: string) {
    return fetch(`${origin}api/v1/buckets/held/tags`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ tags: { owner: value } }),
    });
  }

  it('in the middle of a change leaves no turn behind', async () => {
    const [postgres, target] = await Promise.all([startTestPostgres(), startTarget()]);
    const gate = await startGate(() => target.endpoint);
    const settings = {
      STOWAGE_DATABASE_URL: await postgres.newDatabase(),
      CONSOLE_MINIO_SERVER: gate.endpoint,
    };
    const [one, two] = await Promise.all([start(settings), start(settings)]);
    const session = await logIn(one.origin, target);
    const made = await fetch(`${two.origin}api/v1/buckets`, {
      method: 'POST',
      headers: { ...session, 'content-type': 'application/json' },
      body: '{"name":"held"}',
    });
    expect(made.status).toBe(201);

    gate.set('closed', ({ method, url }) => {
      if (method !== 'PUT' || !url?.includes('tagging')) return false;
      return one.child.kill('SIGKILL');
    });
    await expect(putTags(one.origin, session, 'first')).rejects.toThrow();
    const turns = "SELECT name FROM leases WHERE name LIKE 'turn/%'";
    expect(await postgres.run(settings.STOWAGE_DATABASE_URL, turns)).toHaveLength(1);

    gate.set('open');
    expect((await putTags(two.origin, session, 'second')).status).toBe(200);
    expect(await postgres.run(settings.STOWAGE_DATABASE_URL, turns)).toEqual([]);
    const { tags } = await (
      await fetch(`${two.origin}api/v1/buckets/held/tags`, { headers: session })
    ).json();
    expect(tags).toEqual({ owner: 'second' });

    await gate.close();
    await Promise.all([target.close(), postgres.server.remove()]);
  }, 120_000);
});
