import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  DeleteObjectCommand,
  PutBucketNotificationConfigurationCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { createClient } from '@redis/client';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type LocalServer,
  startPostgres,
  startRedis,
} from '../../packages/storage-embedded/src/notifications/testing/local-servers.ts';
import { findPostgres, findRedis } from '../../scripts/setup/event-servers.mjs';
import { useTarget } from './support/event-target.ts';
import { useServer } from './support/server.ts';

const PASSWORD = 'pass-word';
const PATIENCE = { timeout: 30_000, interval: 100 };

const server = useServer();
let queues: string;
beforeAll(async () => {
  queues = await mkdtemp(path.join(tmpdir(), 'stowage-queues-'));
});
afterAll(() => rm(queues, { recursive: true, force: true }));

/** Creates a bucket that notifies a target of writes and deletes. */
async function bucketTelling(name: string, kind: string): Promise<string> {
  const bucket = await server.bucket();
  const QueueArn = `arn:minio:sqs:${server.target.region}:${name}:${kind}`;
  await server.s3.send(
    new PutBucketNotificationConfigurationCommand({
      Bucket: bucket,
      NotificationConfiguration: {
        QueueConfigurations: [{ QueueArn, Events: ['s3:ObjectCreated:*', 's3:ObjectRemoved:*'] }],
      },
    }),
  );
  return bucket;
}

/**
 * Writes an object twice, then another one that is deleted, waiting for each event before the next
 * change.
 */
async function change(bucket: string, arrived: (count: number) => Promise<void>): Promise<void> {
  const put = (Key: string, Body: string) =>
    server.s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
  await put('ü b', '1');
  await arrived(1);
  await put('ü b', '22');
  await arrived(2);
  await put('gone', '1');
  await arrived(3);
  await server.s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'gone' }));
  await arrived(4);
}

const arnOf = (name: string, kind: string) =>
  `arn:minio:sqs:${server.target.region}:${name}:${kind}`;

const programs = findPostgres();
describe.skipIf(programs === undefined)('events into PostgreSQL', () => {
  let postgres: LocalServer;
  const query = async (text: string, values: readonly string[] = [], database = 'events') => {
    const client = new pg.Client({
      host: '127.0.0.1',
      port: postgres.port,
      user: 'events',
      database,
    });
    await client.connect();
    try {
      return (await client.query(text, [...values])).rows;
    } finally {
      await client.end();
    }
  };
  beforeAll(async () => {
    postgres = await startPostgres(programs ?? '', async (port) => {
      const client = new pg.Client({
        host: '127.0.0.1',
        port,
        user: 'events',
        database: 'postgres',
      });
      await client.connect();
      await client.end();
    });
    await query('CREATE DATABASE events', [], 'postgres');
    const common = `connection_string="host=127.0.0.1 port=${postgres.port} user=events password=x dbname=events sslmode=disable" queue_dir=${queues}`;
    await useTarget(
      server.target,
      `notify_postgres:log table=log format=access ${common}`,
      arnOf('log', 'postgresql'),
    );
    await useTarget(
      server.target,
      `notify_postgres:last table=last ${common}`,
      arnOf('last', 'postgresql'),
    );
  }, 120_000);
  afterAll(() => postgres.remove());

  const columns = async (table: string) =>
    query(
      'SELECT column_name, data_type, is_nullable FROM information_schema.columns WHERE table_name = $1 ORDER BY ordinal_position',
      [table],
    );

  it('keep all of them', async () => {
    const bucket = await bucketTelling('log', 'postgresql');
    const names = () =>
      query(
        `SELECT event_data->'Records'->0->>'eventName' AS name FROM log WHERE event_data->'Records'->0->'s3'->'bucket'->>'name' = $1 ORDER BY event_time`,
        [bucket],
      );
    await change(bucket, (count) => expect.poll(names, PATIENCE).toHaveLength(count));
    expect((await names()).map(({ name }) => name)).toEqual([
      's3:ObjectCreated:Put',
      's3:ObjectCreated:Put',
      's3:ObjectCreated:Put',
      's3:ObjectRemoved:Delete',
    ]);
    expect(await columns('log')).toEqual([
      { column_name: 'event_time', data_type: 'timestamp with time zone', is_nullable: 'NO' },
      { column_name: 'event_data', data_type: 'jsonb', is_nullable: 'YES' },
    ]);
  });

  it('keep the last one of each object', async () => {
    const bucket = await bucketTelling('last', 'postgresql');
    const rows = () =>
      query(
        `SELECT key, value->'Records'->0->'s3'->'object'->>'size' AS size FROM last WHERE key LIKE $1 || '/%' ORDER BY key`,
        [bucket],
      );
    const last = { key: `${bucket}/ü b`, size: '2' };
    const gone = { key: `${bucket}/gone`, size: '1' };
    const steps = [[{ ...last, size: '1' }], [last], [gone, last], [last]];
    await change(bucket, (count) => expect.poll(rows, PATIENCE).toEqual(steps[count - 1]));
    expect(await columns('last')).toEqual([
      { column_name: 'key', data_type: 'character varying', is_nullable: 'NO' },
      { column_name: 'value', data_type: 'jsonb', is_nullable: 'YES' },
    ]);
  });
});

const program = findRedis();
describe.skipIf(program === undefined)('events into Redis', () => {
  let redis: LocalServer;
  let client: Awaited<ReturnType<typeof connect>>;
  const connect = (port: number) =>
    createClient({
      socket: { host: '127.0.0.1', port, reconnectStrategy: false },
      password: PASSWORD,
    })
      .on('error', () => undefined)
      .connect();
  beforeAll(async () => {
    redis = await startRedis(program ?? '', PASSWORD, async (port) =>
      (await connect(port)).destroy(),
    );
    client = await connect(redis.port);
    const common = `address=127.0.0.1:${redis.port} password=${PASSWORD} queue_dir=${queues}`;
    await useTarget(
      server.target,
      `notify_redis:log key=log format=access ${common}`,
      arnOf('log', 'redis'),
    );
    await useTarget(server.target, `notify_redis:last key=last ${common}`, arnOf('last', 'redis'));
  }, 120_000);
  afterAll(async () => {
    client.destroy();
    await redis.remove();
  });

  it('keep all of them', async () => {
    const bucket = await bucketTelling('log', 'redis');
    const entries = async () => (await client.lRange('log', 0, -1)).map((text) => JSON.parse(text));
    await change(bucket, (count) => expect.poll(entries, PATIENCE).toHaveLength(count));
    const [first] = await entries();
    expect(Object.keys(first[0])).toEqual(['Event', 'EventTime']);
    expect(first[0].EventTime).toBe(first[0].Event[0].eventTime);
    expect((await entries()).map(([{ Event }]) => Event[0].eventName)).toEqual([
      's3:ObjectCreated:Put',
      's3:ObjectCreated:Put',
      's3:ObjectCreated:Put',
      's3:ObjectRemoved:Delete',
    ]);
  });

  it('keep the last one of each object', async () => {
    const bucket = await bucketTelling('last', 'redis');
    const sizes = async () =>
      Object.fromEntries(
        Object.entries(await client.hGetAll('last')).map(([key, text]) => [
          key,
          JSON.parse(text).Records[0].s3.object.size,
        ]),
      );
    const last = `${bucket}/ü b`;
    const gone = `${bucket}/gone`;
    const steps = [{ [last]: 1 }, { [last]: 2 }, { [last]: 2, [gone]: 1 }, { [last]: 2 }];
    await change(bucket, (count) => expect.poll(sizes, PATIENCE).toEqual(steps[count - 1]));
  });
});
