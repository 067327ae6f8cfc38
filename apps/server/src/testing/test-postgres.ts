import { randomUUID } from 'node:crypto';
import pg from 'pg';
import {
  type LocalServer,
  startPostgres,
} from '../../../../packages/storage-embedded/src/notifications/testing/local-servers.ts';
import { findPostgres } from '../../../../scripts/setup/event-servers.mjs';

/** The programs of PostgreSQL; without them, tests that need them are skipped. */
export const postgresPrograms = findPostgres();

/** A PostgreSQL server for tests. */
export interface TestPostgres {
  readonly server: LocalServer;
  /** Creates an empty database and returns its URL. */
  newDatabase(): Promise<string>;
  /** Runs statements in a database, bypassing the console. */
  run(url: string, text: string): Promise<readonly Record<string, unknown>[]>;
}

/** Starts PostgreSQL without any durability. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const urlOf = (port: number, database: string) =>
    `postgres://events:pass-word@127.0.0.1:${port}/${database}`;
  const server = await startPostgres(postgresPrograms ?? '', (port) =>
    run(urlOf(port, 'postgres'), 'SELECT 1'),
  );
  return {
    server,
    run,
    async newDatabase() {
      const name = `console_${randomUUID().replaceAll('-', '')}`;
      await run(urlOf(server.port, 'postgres'), `CREATE DATABASE ${name}`);
      return urlOf(server.port, name);
    },
  };
}

async function run(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  // The server may exit while the connection is idle.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
