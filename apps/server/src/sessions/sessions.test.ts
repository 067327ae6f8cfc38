import type { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../state/database.ts';
import { sealerWith } from '../state/sealer.ts';
import { sqliteSessions } from '../state/sqlite-sessions.ts';
import type { AssumeRole } from './session.ts';
import { createSessions } from './sessions.ts';

const HOUR = 3_600_000;
const KEYS = { accessKey: 'alice', secretKey: 'alice-secret-key' };

class Refused extends Error {}

function setUp() {
  const clock = { now: 1_000_000_000_000 };
  const sts = { issued: 0, answer: 'issue' as 'issue' | 'refuse' | 'fail' };
  const failures: unknown[] = [];
  const assumeRole: AssumeRole = async ({ accessKey }) => {
    if (sts.answer === 'refuse') throw new Refused();
    if (sts.answer === 'fail') throw new Error('unreachable');
    sts.issued += 1;
    return {
      accessKey: `${accessKey}-${sts.issued}`,
      secretKey: 'temporary-secret',
      sessionToken: 'temporary-token',
      expiresAt: clock.now + 12 * HOUR,
    };
  };
  const database = openDatabase(':memory:');
  const options = {
    store: sqliteSessions(database),
    sealer: sealerWith(Buffer.alloc(32, 1)),
    assumeRole,
    isRefusal: (error: unknown) => error instanceof Refused,
    limits: { idle: 12 * HOUR, total: 7 * 24 * HOUR },
    onRenewalFailure: (error: unknown) => failures.push(error),
    now: () => clock.now,
  };
  return { clock, sts, failures, database, options, sessions: createSessions(options) };
}

function everythingKept(database: DatabaseSync): string {
  const rows = database.prepare('SELECT * FROM sessions').all();
  return rows
    .flatMap((row) => Object.values(row))
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value))
    .join('|');
}

describe('sessions', () => {
  it('finds the session that a cookie opens', async () => {
    const { sessions } = setUp();
    const { cookie } = await sessions.open(KEYS);
    const session = await sessions.find(cookie);
    expect(session?.accountName).toBe('alice');
    expect(session?.credentials.accessKey).toBe('alice-1');
  });

  it('keeps neither the cookie nor any key in readable form', async () => {
    const { sessions, database } = setUp();
    const { cookie } = await sessions.open(KEYS);
    const kept = everythingKept(database);
    expect(kept).not.toBe('');
    for (const secret of [cookie, 'alice', 'alice-secret-key', 'temporary']) {
      expect(kept).not.toContain(secret);
    }
  });

  it('gives the browser an id that opens nothing', async () => {
    const { sessions } = setUp();
    const { publicId, cookie } = await sessions.open(KEYS);
    expect(publicId).not.toBe(cookie);
    expect(await sessions.find(publicId)).toBeUndefined();
  });

  it('ends at once', async () => {
    const { sessions } = setUp();
    const { cookie } = await sessions.open(KEYS);
    await sessions.end(cookie);
    expect(await sessions.find(cookie)).toBeUndefined();
  });

  it('outlives a restart of the console', async () => {
    const { sessions, options } = setUp();
    const { cookie } = await sessions.open(KEYS);
    expect(await createSessions(options).find(cookie)).toBeDefined();
  });

  it('is gone for a console with another key', async () => {
    const { sessions, options } = setUp();
    const { cookie } = await sessions.open(KEYS);
    const other = createSessions({ ...options, sealer: sealerWith(Buffer.alloc(32, 2)) });
    expect(await other.find(cookie)).toBeUndefined();
  });

  it('ends when it was not used for the idle time', async () => {
    const { sessions, clock } = setUp();
    const { cookie } = await sessions.open(KEYS);
    clock.now += 11 * HOUR;
    expect(await sessions.find(cookie)).toBeDefined();
    clock.now += 11 * HOUR;
    expect(await sessions.find(cookie)).toBeDefined();
    clock.now += 12 * HOUR;
    expect(await sessions.find(cookie)).toBeUndefined();
  });

  it('ends after its whole time however much it is used', async () => {
    const { sessions, clock } = setUp();
    const { cookie } = await sessions.open(KEYS);
    for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
      clock.now += 6 * HOUR;
      expect(await sessions.find(cookie)).toBeDefined();
    }
    clock.now += 6 * HOUR;
    expect(await sessions.find(cookie)).toBeUndefined();
  });

  it('sweeps what has ended out of the store', async () => {
    const { sessions, clock, database } = setUp();
    await sessions.open(KEYS);
    clock.now += 13 * HOUR;
    const { cookie } = await sessions.open(KEYS);
    await sessions.sweep();
    expect(database.prepare('SELECT count(*) AS n FROM sessions').get()).toEqual({ n: 1 });
    expect(await sessions.find(cookie)).toBeDefined();
  });
});

describe('renewal of temporary credentials', () => {
  it('happens behind a request when their end is near', async () => {
    const { sessions, clock, sts } = setUp();
    const { cookie } = await sessions.open(KEYS);
    clock.now += 10 * HOUR;
    expect((await sessions.find(cookie))?.credentials.accessKey).toBe('alice-1');
    expect(sts.issued).toBe(2);
    expect((await sessions.find(cookie))?.credentials.accessKey).toBe('alice-2');
    expect(sts.issued).toBe(2);
  });

  it('happens once for requests that come together', async () => {
    const { sessions, clock, sts } = setUp();
    const { cookie } = await sessions.open(KEYS);
    clock.now += 10 * HOUR;
    await Promise.all(Array.from({ length: 5 }, () => sessions.find(cookie)));
    expect(sts.issued).toBe(2);
  });

  it('leaves the session alone while the storage cannot be reached, and reports it', async () => {
    const { sessions, clock, sts, failures } = setUp();
    const { cookie } = await sessions.open(KEYS);
    clock.now += 10 * HOUR;
    sts.answer = 'fail';
    expect(await sessions.find(cookie)).toBeDefined();
    await expect.poll(() => failures).toHaveLength(1);
    sts.answer = 'issue';
    await sessions.find(cookie);
    expect((await sessions.find(cookie))?.credentials.accessKey).toBe('alice-2');
  });

  it('ends the session when the keys are no longer accepted', async () => {
    const { sessions, clock, sts } = setUp();
    const { cookie } = await sessions.open(KEYS);
    clock.now += 10 * HOUR;
    sts.answer = 'refuse';
    await sessions.find(cookie);
    await expect.poll(() => sessions.find(cookie)).toBeUndefined();
  });

  it('cannot bring back a session that was ended while it ran', async () => {
    const { sessions, clock } = setUp();
    const { cookie } = await sessions.open(KEYS);
    clock.now += 10 * HOUR;
    const finding = sessions.find(cookie);
    await sessions.end(cookie);
    await finding;
    expect(await sessions.find(cookie)).toBeUndefined();
  });
});
