import type { SecurityEventName } from '@stowage/contract/security-log';
import { describe, expect, it } from 'vitest';
import { sealerWith } from '../state/sealer.ts';
import type { Sql } from '../state/sql.ts';
import { openSqlite } from '../state/sqlite.ts';
import { storesOn } from '../state/state.ts';
import { type IssueCredentials, ownsToken, type RenewIdentity } from './session.ts';
import { createSessions } from './sessions.ts';

const HOUR = 3_600_000;
const LOGIN = {
  proof: { accessKey: 'alice', secretKey: 'alice-secret-key' },
  accountName: 'alice',
  mount: '/',
  client: { address: '192.0.2.1', userAgent: 'a browser' },
  keepSignedIn: false,
  byCookieAlone: false,
};
const KEPT = { ...LOGIN, keepSignedIn: true };
const SIGN_ON = {
  ...LOGIN,
  proof: { subject: 'issuer\nalice', token: 'first-token' },
  identity: {
    ...{ provider: 'openid', url: 'https://id.example', clientId: 'stowage' },
    ...{ subject: 'issuer\nalice', refreshToken: 'first-refresh' },
  },
};

class Refused extends Error {}

function setUp() {
  const clock = { now: 1_000_000_000_000 };
  const sts = {
    issued: 0,
    asked: [] as string[],
    answer: 'issue' as 'issue' | 'refuse' | 'fail',
    shown: [] as string[],
    provider: 'renew' as 'renew' | 'refuse',
  };
  const failures: unknown[] = [];
  const issue: IssueCredentials = async (server, proof) => {
    const accessKey = 'accessKey' in proof ? proof.accessKey : proof.token;
    sts.asked.push(server);
    if (sts.answer === 'refuse') throw new Refused();
    if (sts.answer === 'fail') throw new Error('unreachable');
    sts.issued += 1;
    return {
      accessKey: `${accessKey}-${sts.issued}`,
      secretKey: 'temporary-secret',
      source: 'assume-role',
      sessionToken: 'temporary-token',
      expiresAt: clock.now + 12 * HOUR,
    };
  };
  const renewIdentity: RenewIdentity = async (renewal) => {
    const { subject, refreshToken } = renewal;
    sts.shown.push(refreshToken);
    if (sts.provider === 'refuse') throw new Refused();
    const identity = { subject, token: `token-${sts.shown.length}` };
    return { identity, renewal: { ...renewal, refreshToken: `refresh-${sts.shown.length}` } };
  };
  const database = openSqlite(':memory:');
  const { sessions: store, leases } = storesOn(database);
  const events: SecurityEventName[] = [];
  const options = {
    serverAt: () => 'https://storage.example',
    ...{ store, leases },
    sealer: sealerWith(Buffer.alloc(32, 1)),
    issue,
    renewIdentity,
    isRefusal: (error: unknown) => error instanceof Refused,
    limits: { idle: 12 * HOUR, total: 7 * 24 * HOUR },
    onRenewalFailure: (error: unknown) => failures.push(error),
    onTouchFailure: (error: unknown) => failures.push(error),
    record: ({ event }: { event: SecurityEventName }) => events.push(event),
    now: () => clock.now,
  };
  const sessions = createSessions(options);
  const find = (cookie: string, mount = '/') => sessions.find(cookie, mount);
  return { clock, sts, failures, events, database, options, sessions, find };
}

async function everythingKept(sql: Sql): Promise<string> {
  const rows = await sql.query('SELECT * FROM sessions');
  return rows
    .flatMap((row) => Object.values(row))
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value))
    .join('|');
}

describe('sessions', () => {
  it('finds the session that a cookie opens', async () => {
    const { sessions, find } = setUp();
    const { cookie } = await sessions.open(LOGIN);
    const session = await find(cookie);
    expect(session?.accountName).toBe('alice');
    expect(session?.credentials.accessKey).toBe('alice-1');
  });

  it('keeps neither the cookie nor any key in readable form', async () => {
    const { sessions, database } = setUp();
    const { cookie } = await sessions.open(LOGIN);
    const kept = await everythingKept(database);
    expect(kept).not.toBe('');
    for (const secret of [cookie, 'alice', 'alice-secret-key', 'temporary']) {
      expect(kept).not.toContain(secret);
    }
  });

  it('gives the browser a token that opens nothing', async () => {
    const { sessions, find } = setUp();
    const { token, cookie, session } = await sessions.open(LOGIN);
    expect(token).not.toBe(cookie);
    expect(await find(token)).toBeUndefined();
    expect(ownsToken(session, token)).toBe(true);
    expect(ownsToken(session, cookie)).toBe(false);
  });

  it('ends at once', async () => {
    const { sessions, find } = setUp();
    const { cookie } = await sessions.open(LOGIN);
    await sessions.end(cookie);
    expect(await find(cookie)).toBeUndefined();
  });

  it('outlives a restart of the console', async () => {
    const { sessions, options } = setUp();
    const { cookie } = await sessions.open(LOGIN);
    expect(await createSessions(options).find(cookie, '/')).toBeDefined();
  });

  it('is none for a console with another key, which leaves it to those that can read it', async () => {
    const { sessions, options, find, events } = setUp();
    const { cookie } = await sessions.open(LOGIN);
    const other = createSessions({ ...options, sealer: sealerWith(Buffer.alloc(32, 2)) });
    expect(await other.find(cookie, '/')).toBeUndefined();
    expect(await other.end(cookie)).toBeUndefined();
    await other.sweep();
    expect(await find(cookie)).toBeDefined();
    expect(events).toEqual([]);
  });

  it('opens nothing at another path or before another storage server', async () => {
    const { sessions, options, find } = setUp();
    const { cookie } = await sessions.open({ ...LOGIN, mount: '/api/proxy/ns/one/' });
    expect(await find(cookie, '/api/proxy/ns/two/')).toBeUndefined();
    expect(await find(cookie, '/')).toBeUndefined();
    const elsewhere = createSessions({ ...options, serverAt: () => 'https://other.example' });
    expect(await elsewhere.find(cookie, '/api/proxy/ns/one/')).toBeUndefined();
    expect(await find(cookie, '/api/proxy/ns/one/')).toBeDefined();
  });

  it('holds for the storage server at its path, which its credentials come from', async () => {
    const { options, clock, sts } = setUp();
    const serverAt = (mount: string) => (mount === '/' ? 'own' : 'tenant');
    const sessions = createSessions({ ...options, serverAt });
    const own = await sessions.open(LOGIN);
    const tenant = await sessions.open({ ...KEPT, mount: '/api/proxy/ns/one/' });
    expect(own.session.audience).toEqual({ server: 'own', mount: '/' });
    expect(tenant.session.audience.server).toBe('tenant');
    expect(await sessions.list(own.session)).toHaveLength(1);
    clock.now += 11 * HOUR;
    await sessions.find(tenant.cookie, '/api/proxy/ns/one/');
    await expect.poll(() => sts.asked).toEqual(['own', 'tenant', 'tenant']);
  });

  it.each(['{}', '[]', '{"keys":{"accessKey":"alice","secretKey":"x"},"issuedAt":1}', 'no JSON'])(
    'is none where another version has written %s',
    async (payload) => {
      const { sessions, options, find } = setUp();
      const { cookie, session } = await sessions.open(LOGIN);
      const { store, sealer } = options;
      await store.reseal(session.key, 0, sealer.seal(payload, session.key));
      expect(await find(cookie)).toBeUndefined();
      expect(await store.find(session.key)).toBeDefined();
    },
  );

  it('has a name for its cookie that other consoles do not have', () => {
    const { sessions, options } = setUp();
    const names = [
      sessions.nameOf('/'),
      sessions.nameOf('/console/'),
      createSessions({ ...options, serverAt: () => 'https://other.example' }).nameOf('/'),
      createSessions({ ...options, sealer: sealerWith(Buffer.alloc(32, 2)) }).nameOf('/'),
    ];
    expect(new Set(names).size).toBe(4);
    expect(createSessions(options).nameOf('/')).toBe(names[0]);
  });

  it('ends with its temporary credentials when its user did not choose to stay signed in', async () => {
    const { sessions, clock, sts, find, events } = setUp();
    const { cookie, session, lifetime } = await sessions.open(LOGIN);
    expect(session.endsAt).toBe(clock.now + 12 * HOUR);
    expect(lifetime).toBe(12 * HOUR);
    clock.now += 11 * HOUR;
    expect((await find(cookie))?.credentials.accessKey).toBe('alice-1');
    clock.now += HOUR;
    expect(await find(cookie)).toBeUndefined();
    expect(sts.issued).toBe(1);
    expect(events).toEqual(['session.expired']);
  });

  it.each([
    [LOGIN, false],
    [KEPT, true],
  ])('keeps the password for renewal only where the user asked for it: %#', async (login, kept) => {
    const { sessions, options } = setUp();
    const { session } = await sessions.open(login);
    const { store, sealer } = options;
    const sealed = (await store.find(session.key))?.sealed ?? new Uint8Array();
    expect(sealer.open(sealed, session.key)?.includes('alice-secret-key')).toBe(kept);
  });

  it('ends when it was not used for the idle time', async () => {
    const { sessions, clock, find } = setUp();
    const { cookie } = await sessions.open(KEPT);
    clock.now += 11 * HOUR;
    expect(await find(cookie)).toBeDefined();
    clock.now += 11 * HOUR;
    expect(await find(cookie)).toBeDefined();
    clock.now += 12 * HOUR;
    expect(await find(cookie)).toBeUndefined();
  });

  it('ends after its whole time however much it is used', async () => {
    const { sessions, clock, find } = setUp();
    const { cookie } = await sessions.open(KEPT);
    for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
      clock.now += 6 * HOUR;
      expect(await find(cookie)).toBeDefined();
    }
    clock.now += 6 * HOUR;
    expect(await find(cookie)).toBeUndefined();
  });

  it('sweeps what has ended out of the store', async () => {
    const { sessions, clock, database, find } = setUp();
    await sessions.open(LOGIN);
    clock.now += 13 * HOUR;
    const { cookie } = await sessions.open(LOGIN);
    await sessions.sweep();
    expect(await database.query('SELECT count(*) AS n FROM sessions')).toEqual([{ n: 1 }]);
    expect(await find(cookie)).toBeDefined();
  });
});

describe('renewal of temporary credentials', () => {
  it('happens behind a request when their end is near', async () => {
    const { sessions, clock, sts, find } = setUp();
    const { cookie } = await sessions.open(KEPT);
    clock.now += 10 * HOUR;
    expect((await find(cookie))?.credentials.accessKey).toBe('alice-1');
    await expect.poll(async () => (await find(cookie))?.credentials.accessKey).toBe('alice-2');
    expect(sts.issued).toBe(2);
  });

  it('happens once for requests that come together', async () => {
    const { sessions, clock, sts, find } = setUp();
    const { cookie } = await sessions.open(KEPT);
    clock.now += 10 * HOUR;
    await Promise.all(Array.from({ length: 5 }, () => find(cookie)));
    await expect.poll(async () => (await find(cookie))?.credentials.accessKey).toBe('alice-2');
    expect(sts.issued).toBe(2);
  });

  it('happens once for all consoles with the same state', async () => {
    const { sessions, options, clock, sts, find } = setUp();
    const other = createSessions(options);
    const { cookie } = await sessions.open(KEPT);
    clock.now += 6 * HOUR;
    await find(cookie);
    clock.now += 6 * HOUR;
    const found = await Promise.all([find(cookie), other.find(cookie, '/')]);
    const keys = found.map((session) => session?.credentials.accessKey);
    expect(keys).toEqual(['alice-2', 'alice-2']);
    expect(sts.issued).toBe(2);
  });

  it('leaves the session alone while the storage cannot be reached, and reports it', async () => {
    const { sessions, clock, sts, failures, find } = setUp();
    const { cookie } = await sessions.open(KEPT);
    clock.now += 10 * HOUR;
    sts.answer = 'fail';
    expect(await find(cookie)).toBeDefined();
    await expect.poll(() => failures).toHaveLength(1);
    sts.answer = 'issue';
    await expect.poll(async () => (await find(cookie))?.credentials.accessKey).toBe('alice-2');
  });

  it('ends the session when the keys are no longer accepted', async () => {
    const { sessions, clock, sts, find } = setUp();
    const { cookie } = await sessions.open(KEPT);
    clock.now += 10 * HOUR;
    sts.answer = 'refuse';
    await find(cookie);
    await expect.poll(() => find(cookie)).toBeUndefined();
  });

  it('asks the identity provider first, with what it gave the last time', async () => {
    const { sessions, clock, sts, find } = setUp();
    const { cookie, lifetime } = await sessions.open(SIGN_ON);
    expect(lifetime).toBe(7 * 24 * HOUR);
    for (const turn of [1, 2]) {
      clock.now += 10 * HOUR;
      await find(cookie);
      const key = async () => (await find(cookie))?.credentials.accessKey;
      await expect.poll(key).toBe(`token-${turn}-${turn + 1}`);
    }
    expect(sts.shown).toEqual(['first-refresh', 'refresh-1']);
  });

  it('ends the session when the identity provider refuses', async () => {
    const { sessions, clock, sts, find, events } = setUp();
    const { cookie } = await sessions.open(SIGN_ON);
    clock.now += 10 * HOUR;
    sts.provider = 'refuse';
    await find(cookie);
    await expect.poll(() => find(cookie)).toBeUndefined();
    expect(events).toEqual(['session.ended']);
  });

  it('is not tried with temporary keys: the session ends with them', async () => {
    const { sessions, clock, sts, find } = setUp();
    const proof = { ...LOGIN.proof, sessionToken: 'temporary' };
    const { cookie } = await sessions.open({ ...KEPT, proof });
    clock.now += 11 * HOUR;
    expect(await find(cookie)).toBeDefined();
    clock.now += HOUR;
    expect(await find(cookie)).toBeUndefined();
    expect(sts.issued).toBe(1);
  });

  it('cannot bring back a session that was ended while it ran', async () => {
    const { sessions, clock, find } = setUp();
    const { cookie } = await sessions.open(KEPT);
    clock.now += 10 * HOUR;
    const finding = find(cookie);
    await sessions.end(cookie);
    await finding;
    expect(await find(cookie)).toBeUndefined();
  });
});

describe('the sessions of an account', () => {
  const LAPTOP = { address: '192.0.2.1', userAgent: 'laptop' };
  const PHONE = { address: '2001:db8::1', userAgent: 'phone' };

  it('are listed with where they came from, the one used last first, and only its own', async () => {
    const { sessions, clock } = setUp();
    const { session } = await sessions.open({ ...LOGIN, client: LAPTOP });
    clock.now += HOUR;
    await sessions.open({ ...LOGIN, client: PHONE, mount: '/console/' });
    await sessions.open({ ...LOGIN, accountName: 'bob' });
    const listed = await sessions.list(session);
    expect(listed.map(({ client }) => client)).toEqual([PHONE, LAPTOP]);
    expect(listed[1]).toMatchObject({ key: session.key, usedAt: clock.now - HOUR });
  });

  it('are not those of a user of the same name whom a provider or a directory knows', async () => {
    const { sessions, options } = setUp();
    const { session } = await sessions.open(LOGIN);
    await sessions.open(SIGN_ON);
    const proof = { ...SIGN_ON.proof, subject: 'issuer\nanother alice' };
    const other = await sessions.open({ ...SIGN_ON, proof });
    const asDirectory: IssueCredentials = async (...asked) => {
      return { ...(await options.issue(...asked)), source: 'ldap' };
    };
    await createSessions({ ...options, issue: asDirectory }).open(LOGIN);
    expect(await sessions.list(session)).toHaveLength(1);
    expect(await sessions.list(other.session)).toHaveLength(1);
    expect(await sessions.endOthers(session)).toBe(0);
  });

  it('end together but for the one at hand, and nobody else’s do', async () => {
    const { sessions, find } = setUp();
    const first = await sessions.open(LOGIN);
    const second = await sessions.open({ ...LOGIN, mount: '/console/' });
    const bob = await sessions.open({
      ...LOGIN,
      accountName: 'bob',
    });
    expect(await sessions.endOthers(first.session)).toBe(1);
    expect(await find(first.cookie)).toBeDefined();
    expect(await find(second.cookie, '/console/')).toBeUndefined();
    expect(await find(bob.cookie)).toBeDefined();
  });

  it('are a hundred at most: the one used longest ago ends', async () => {
    const { sessions, clock, find, events } = setUp();
    const first = await sessions.open(LOGIN);
    for (let index = 0; index < 100; index += 1) {
      clock.now += 1;
      await sessions.open(LOGIN);
    }
    expect(await find(first.cookie)).toBeUndefined();
    expect(await sessions.list(first.session)).toHaveLength(100);
    expect(events).toEqual(['session.ended']);
  });
});
