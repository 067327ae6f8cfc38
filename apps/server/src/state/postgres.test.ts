import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  postgresPrograms,
  startTestPostgres,
  type TestPostgres,
} from '../testing/test-postgres.ts';
import { inTransaction, openPool, openPostgres } from './postgres.ts';
import { openPostgresState } from './postgres-state.ts';
import type { State } from './state.ts';

const HOUR = 3_600_000;

describe.skipIf(postgresPrograms === undefined)('the database that consoles share', () => {
  let postgres: TestPostgres;
  const open: State[] = [];
  beforeAll(async () => {
    postgres = await startTestPostgres();
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const state of open.splice(0)) await state.close();
  });
  afterAll(() => postgres.server.remove());

  async function openState(url: string, keyTag = 'key') {
    const state = await openPostgresState(url, keyTag);
    open.push(state);
    return state;
  }

  it('is made by one of those that start together, and used by all', async () => {
    const url = await postgres.newDatabase();
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => openState(url)));
    await one?.leases.take('turn', 'one', HOUR);
    expect(await two?.leases.take('turn', 'two', HOUR)).toBe(false);
    expect(await three?.isReady()).toBe(true);
    expect(await postgres.run(url, 'SELECT count(*)::int AS n FROM stowage_schema')).toEqual([
      { n: 1 },
    ]);
  });

  it('is left alone when a newer console has written it', async () => {
    const url = await postgres.newDatabase();
    await (await openState(url)).close();
    open.pop();
    await postgres.run(url, 'UPDATE stowage_schema SET version = 99');
    await expect(openPostgresState(url, 'key')).rejects.toThrow(
      /written by a newer version of the console: expected schema \d+ or older, found 99/,
    );
  });

  it('is left as it was when it is somebody else’s', async () => {
    const url = await postgres.newDatabase();
    await postgres.run(url, 'CREATE TABLE sessions (id int)');
    await expect(openPostgresState(url, 'key')).rejects.toThrow(
      'The database in STOWAGE_DATABASE_URL cannot be used: relation "sessions" already exists.',
    );
    const tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'";
    expect(await postgres.run(url, tables)).toEqual([{ tablename: 'sessions' }]);
  });

  it('refuses a console with another key while others use it', async () => {
    const url = await postgres.newDatabase();
    await openState(url, 'one key');
    await openState(url, 'one key');
    await expect(openPostgresState(url, 'another key')).rejects.toThrow(
      /encrypts its sessions .* with another key: expected the same CONSOLE_PBKDF_PASSPHRASE/,
    );
    await postgres.run(url, 'UPDATE leases SET ends_at = 0');
    await openState(url, 'another key');
  });

  it('has one clock for all, whatever the machine of a console says', async () => {
    const url = await postgres.newDatabase();
    const before = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: before + HOUR });
    const state = await openState(url);
    const seen = state.now();
    await state.leases.take('turn', 'ahead', 5 * 60_000);
    vi.useRealTimers();
    expect(Math.abs(seen - before)).toBeLessThan(30_000);
    const [lease] = await postgres.run(url, "SELECT ends_at FROM leases WHERE name = 'turn'");
    expect(Number(lease?.ends_at)).toBeLessThan(before + 10 * 60_000);
  });

  it.each([
    ['nothing listens', () => 'postgres://user:secret-word@127.0.0.1:1/stowage'],
    [
      'the role is unknown',
      () => `postgres://nobody:secret-word@127.0.0.1:${postgres.server.port}/postgres`,
    ],
    [
      'TLS is asked for in vain',
      () =>
        `postgres://events:secret-word@127.0.0.1:${postgres.server.port}/postgres?sslmode=verify-full`,
    ],
    [
      'the file of authorities is missing',
      () =>
        `postgres://events:secret-word@127.0.0.1:${postgres.server.port}/postgres?sslmode=verify-ca&sslrootcert=/nonexistent`,
    ],
  ])('says in a line without the password that it cannot be used when %s', async (_why, url) => {
    const error: Error = await openPostgresState(url(), 'key').then(
      () => expect.unreachable(),
      (reason) => reason,
    );
    expect(error.name).toBe('ConfigError');
    expect(error.message).toMatch(
      /^The database in STOWAGE_DATABASE_URL cannot be used: [^\n]+\.$/,
    );
    expect(`${error.message}${error.stack}`).not.toContain('secret-word');
  });

  it('fails calls while it is away, and is used again when it is back', async () => {
    const state = await openState(await postgres.newDatabase());
    const problems: string[] = [];
    state.onProblem((message) => problems.push(message));
    await state.loginCounts.remember('kept', HOUR);
    await postgres.server.stop();
    const away = { code: 'StateUnavailable', status: 503 };
    await expect(state.sessions.find('a')).rejects.toMatchObject(away);
    expect(await state.isReady()).toBe(false);
    await postgres.server.start();
    await expect.poll(() => state.isReady()).toBe(true);
    expect(await state.loginCounts.isRemembered('kept', 0)).toBe(true);
    expect(problems.join()).not.toContain('pass-word');
  });

  it('is not waited for without end', async () => {
    const mute = createServer().listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const { port } = mute.address() as AddressInfo;
    const url = `postgres://events@127.0.0.1:${port}/stowage`;
    await expect(openPostgres(url, () => undefined, 200)).rejects.toThrow(
      /cannot be used: .*timeout/,
    );
    mute.close();
    const slow = await openPostgres(await postgres.newDatabase(), () => undefined, 1500);
    await expect(slow.query('SELECT pg_sleep(60)')).rejects.toMatchObject({
      code: 'StateUnavailable',
    });
    const [row] = await slow.query('SELECT 1 AS one');
    expect(row).toEqual({ one: 1 });
    await slow.close();
  });

  it('is not left with work that nobody waits for any more', async () => {
    const url = await postgres.newDatabase();
    await (await openPostgresState(url, 'key')).close();
    const database = await openPostgres(url, () => undefined, 500);
    const locks = openPool(url, () => undefined, { connections: 1 });
    const late = "INSERT INTO leases (name, holder, ends_at) VALUES ('late', 'late', 0)";
    const working =
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await inTransaction(locks, async (query) => {
      await query('LOCK TABLE leases IN ACCESS EXCLUSIVE MODE');
      const calls = Array.from({ length: 10 }, () => database.query(late));
      const failed = await Promise.allSettled(calls);
      expect(new Set(failed.map(({ status }) => status))).toEqual(new Set(['rejected']));
      await expect.poll(() => postgres.run(url, working), { timeout: 10_000 }).toEqual([]);
    });
    expect(await database.query("SELECT name FROM leases WHERE name = 'late'")).toEqual([]);
    await Promise.all([database.close(), locks.end()]);
  });

  it('may break between two statements of a transaction', async () => {
    const pool = openPool(await postgres.newDatabase(), () => undefined, { connections: 1 });
    const broken = inTransaction(pool, async (query) => {
      await query('SELECT 1');
      await postgres.server.stop();
      await postgres.server.start();
      return query('SELECT 2');
    });
    await expect(broken).rejects.toMatchObject({ code: 'StateUnavailable' });
    expect(await inTransaction(pool, (query) => query('SELECT 3 AS three'))).toEqual([
      { three: 3 },
    ]);
    await pool.end();
  });

  it('may end a connection in the moment in which it is open', async () => {
    const message = (type: string, body: string) => {
      const head = Buffer.alloc(5, type);
      head.writeInt32BE(4 + Buffer.byteLength(body), 1);
      return Buffer.concat([head, Buffer.from(body)]);
    };
    const stopping = createServer((socket) => {
      socket.once('data', () => {
        const refusal = 'SFATAL\0C57P01\0Mterminating connection\0\0';
        const welcome = [message('R', '\0\0\0\0'), message('Z', 'I')];
        socket.end(Buffer.concat([...welcome, message('E', refusal)]));
      });
    }).listen(0, '127.0.0.1');
    await once(stopping, 'listening');
    const { port } = stopping.address() as AddressInfo;
    const url = `postgres://events@127.0.0.1:${port}/stowage`;
    await expect(openPostgres(url, () => undefined)).rejects.toThrow(/cannot be used/);
    const pool = openPool(url, () => undefined, { connections: 1 });
    await expect(inTransaction(pool, (query) => query('SELECT 1'))).rejects.toMatchObject({
      code: 'StateUnavailable',
    });
    await pool.end();
    stopping.close();
  });

  it('is not ready while it can only be read', async () => {
    const url = await postgres.newDatabase();
    const state = await openState(url);
    expect(await state.isReady()).toBe(true);
    const name = new URL(url).pathname.slice(1);
    await postgres.run(url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    // Open connections keep their initial settings.
    await postgres.server.stop();
    await postgres.server.start();
    expect(await state.isReady()).toBe(false);
    await expect(state.leases.take('turn', 'one', HOUR)).rejects.toMatchObject({
      ...{ status: 503, detail: 'The database can only be read.' },
    });
  });

  it('keeps at most ten connections for a console', async () => {
    const url = await postgres.newDatabase();
    const state = await openState(url);
    await Promise.all(Array.from({ length: 100 }, () => state.sessions.find('a')));
    const counting =
      'SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
    const [row] = await postgres.run(url, counting);
    expect(row?.n).toBeLessThanOrEqual(10);
  });
});
