import { createClient } from '@redis/client';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findPostgres, findRedis } from '../../../../scripts/setup/event-servers.mjs';
import { errorOf } from '../testing/test-storage.ts';
import { type LocalServer, startPostgres, startRedis } from './testing/local-servers.ts';
import { rule, setRules, startNotifiedStorage } from './testing/notified-storage.ts';

const PASSWORD = 'pass-word';
const ALL = ['ObjectCreated:*', 'ObjectRemoved:*'];

let served: Awaited<ReturnType<typeof startNotifiedStorage>>;
beforeEach(async () => {
  served = await startNotifiedStorage();
  await served.storage.call({ method: 'PUT', path: '/bucket' });
});
afterEach(() => served.storage.close());

const put = (key: string, body: string) =>
  served.storage.call({ method: 'PUT', path: `/bucket/${key}`, body });
const remove = (key: string) => served.storage.call({ method: 'DELETE', path: `/bucket/${key}` });
const waitFor = (check: () => Promise<void>) =>
  vi.waitFor(check, { timeout: 30_000, interval: 50 });

const programs = findPostgres();
describe.skipIf(programs === undefined)('events into PostgreSQL', () => {
  let server: LocalServer;
  const query = async (text: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ host: '127.0.0.1', port: server.port, user: 'events' });
    // The server may stop while the connection is idle.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  beforeAll(async () => {
    server = await startPostgres(programs ?? '', async (port) => {
      const client = new pg.Client({
        host: '127.0.0.1',
        port,
        user: 'events',
        database: 'postgres',
      });
      await client.connect();
      await client.end();
    });
    const admin = new pg.Client({
      host: '127.0.0.1',
      port: server.port,
      user: 'events',
      database: 'postgres',
    });
    await admin.connect();
    await admin.query('CREATE DATABASE events');
    await admin.end();
  });
  afterAll(() => server.remove());
  const connection = () =>
    `connection_string="host=127.0.0.1 port=${server.port} user=events password=${PASSWORD} sslmode=disable"`;

  it('keep the last one of each object, or none', async () => {
    await served.use(`notify_postgres:db ${connection()} table=last_event`);
    await setRules(served.storage, 'bucket', rule('db:postgresql', ALL));
    await put('a', '1');
    await put('%C3%BC%20b', '1');
    await put('a', '22');
    await put('gone', '1');
    await remove('gone');
    const rows = () =>
      query(
        `SELECT key, value->'Records'->0->'s3'->'object'->'size' AS size FROM last_event ORDER BY key`,
      );
    await waitFor(async () =>
      expect(await rows()).toEqual([
        { key: 'bucket/a', size: 2 },
        { key: 'bucket/ü b', size: 1 },
      ]),
    );
    const [column] = await query(
      `SELECT data_type FROM information_schema.columns WHERE table_name = 'last_event' AND column_name = 'value'`,
    );
    expect(column).toEqual({ data_type: 'jsonb' });
  });

  it('keep all of them with their times, also those of the time in which it was down', async () => {
    await served.use(`notify_postgres:db ${connection()} table=log format=access`);
    await setRules(served.storage, 'bucket', rule('db:postgresql', ALL));
    await put('a', '1');
    const rows = () =>
      query(
        `SELECT event_data->'Records'->0->>'eventName' AS name, abs(extract(epoch FROM now() - event_time)) < 60 AS recent FROM log ORDER BY event_data->'Records'->0->'s3'->'object'->>'sequencer'`,
      );
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    await server.stop();
    await put('a', '22');
    await remove('a');
    await waitFor(async () => expect(served.storage.messages.join()).toContain('they wait'));
    await server.start();
    await waitFor(async () =>
      expect(await rows()).toEqual([
        { name: 's3:ObjectCreated:Put', recent: true },
        { name: 's3:ObjectCreated:Put', recent: true },
        { name: 's3:ObjectRemoved:Delete', recent: true },
      ]),
    );
    expect(served.storage.messages.join()).not.toContain(PASSWORD);
  });

  it('are told of as down', async () => {
    await served.use(`notify_postgres:db ${connection()} table=log`);
    await server.stop();
    expect((await served.info()).services.notifications).toEqual([
      { postgresql: [{ db: { status: 'offline' } }] },
    ]);
    expect(errorOf(await served.set(`notify_postgres:other ${connection()} table=log`))).toBe(
      '400 XMinioConfigError',
    );
    await server.start();
  });
});

const program = findRedis();
describe.skipIf(program === undefined)('events into Redis', () => {
  let server: LocalServer;
  const client = async () => {
    const opened = createClient({
      socket: { host: '127.0.0.1', port: server.port, reconnectStrategy: false },
      password: PASSWORD,
    });
    opened.on('error', () => undefined);
    return opened.connect();
  };
  beforeAll(async () => {
    server = await startRedis(program ?? '', PASSWORD, async (port) => {
      const opened = createClient({
        socket: { host: '127.0.0.1', port, reconnectStrategy: false },
        password: PASSWORD,
      });
      opened.on('error', () => undefined);
      await opened.connect();
      opened.destroy();
    });
  });
  afterAll(() => server.remove());
  const address = () => `address=127.0.0.1:${server.port} password=${PASSWORD}`;

  it('keep the last one of each object in a hash', async () => {
    await served.use(`notify_redis:cache ${address()} key=last_events`);
    await setRules(served.storage, 'bucket', rule('cache:redis', ALL));
    await put('a', '1');
    await put('a', '22');
    await put('gone', '1');
    await remove('gone');
    const redis = await client();
    await waitFor(async () => {
      const all = await redis.hGetAll('last_events');
      expect(Object.keys(all)).toEqual(['bucket/a']);
      expect(JSON.parse(all['bucket/a'] ?? '').Records[0].s3.object.size).toBe(2);
    });
    redis.destroy();
  });

  it('keep all of them in a list, also those of the time in which it was down', async () => {
    await served.use(`notify_redis:cache ${address()} key=log format=access`);
    await setRules(served.storage, 'bucket', rule('cache:redis', ALL));
    await put('a', '1');
    await waitFor(async () => {
      const redis = await client();
      expect(await redis.lLen('log')).toBe(1);
      redis.destroy();
    });
    await server.stop();
    await put('a', '22');
    await remove('a');
    await waitFor(async () => expect(served.storage.messages.join()).toContain('they wait'));
    await server.start();
    const redis = await client();
    await waitFor(async () => {
      const entries = (await redis.lRange('log', 0, -1)).map((entry) => JSON.parse(entry));
      expect(entries.map(([{ Event }]) => Event[0].eventName)).toEqual([
        's3:ObjectCreated:Put',
        's3:ObjectCreated:Put',
        's3:ObjectRemoved:Delete',
      ]);
      expect(entries[0][0].EventTime).toBe(entries[0][0].Event[0].eventTime);
    });
    redis.destroy();
    expect(served.storage.messages.join()).not.toContain(PASSWORD);
  });

  it('need a key of the right type, and the right password', async () => {
    const redis = await client();
    await redis.set('text', 'x');
    redis.destroy();
    const wrongType = await served.set(`notify_redis:other ${address()} key=text`);
    expect(errorOf(wrongType)).toBe('400 XMinioConfigError');
    expect(wrongType.text).toContain('is a string, not a hash');
    const wrong = `notify_redis:other address=127.0.0.1:${server.port} password=wrong key=log`;
    expect((await served.set(wrong)).text).toContain('WRONGPASS');
  });
});
