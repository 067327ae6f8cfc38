import pg from 'pg';
import { ConfigError } from '../config/setting.ts';
import { ConsoleError } from '../console-error.ts';
import { lend, outliveBreaks } from './postgres-connection.ts';
import { migratePostgres } from './postgres-schema.ts';
import type { Sql } from './sql.ts';

const MAX_CONNECTIONS = 10;
/** How long a call waits for a connection, and as long again for its answer. */
const WAIT_MS = 5000;
const IDLE_MS = 60_000;
const INT8 = pg.types.builtins.INT8;

/** Classes of SQLSTATE that only a mistake of ours leads to: data, constraints, syntax. */
const OUR_MISTAKES = /^(22|23|42)/;

/** What the database refuses everything for, in words for those who look after it. */
const REFUSALS: Readonly<Record<string, string>> = {
  '25006': 'The database can only be read.',
  '53100': 'The disk of the database is full.',
  '53300': 'The database takes no more connections.',
  '57P03': 'The database is starting or stopping.',
};

/** The console's state in PostgreSQL. */
export interface PostgresDatabase extends Sql {
  close(): Promise<void>;
}

/**
 * Connects to a database and brings it to the current schema. A connection that breaks later
 * fails the calls on it with StateUnavailable; the next call opens another.
 * @param onBroken told why a connection broke that nobody was using
 * @throws ConfigError when it cannot be used, in one line without the password
 */
export async function openPostgres(
  url: string,
  onBroken: (message: string) => void,
  waitMs = WAIT_MS,
): Promise<PostgresDatabase> {
  const pool = openPool(url, onBroken, { connections: MAX_CONNECTIONS, waitMs });
  try {
    await migrate(pool);
  } catch (error) {
    await pool.end();
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(
      `The database in STOWAGE_DATABASE_URL cannot be used: ${reasonOf(error)}.`,
    );
  }
  return {
    now: 'CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)',
    async query(text, values = []) {
      try {
        return await lend(pool, (client) => rowsOf(client, text, values));
      } catch (error) {
        throw unavailable(error);
      }
    },
    close: () => pool.end(),
  };
}

interface PoolLimits {
  readonly connections: number;
  /** How long a call waits for a connection, and as long again for its answer. */
  readonly waitMs?: number;
}

/** Connections to a database, opened when they are needed. @param onBroken as with `openPostgres` */
export function openPool(
  url: string,
  onBroken: (message: string) => void,
  { connections, waitMs = WAIT_MS }: PoolLimits,
): pg.Pool {
  const pool = new pg.Pool({ ...optionsOf(url, waitMs), max: connections });
  outliveBreaks(pool);
  // The error itself holds the whole connection.
  pool.on('error', ({ message }) => onBroken(message));
  return pool;
}

/** Runs one statement of a transaction. */
export type Query = (
  text: string,
  values?: readonly unknown[],
) => Promise<readonly Record<string, unknown>[]>;

/**
 * Does work in a transaction, which ends with it: all of it or nothing.
 * @throws ConsoleError StateUnavailable when the database is away or too slow
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  try {
    return await lend(pool, async (client) => {
      await client.query('BEGIN');
      const result = await work((text, values = []) => rowsOf(client, text, values));
      await client.query('COMMIT');
      return result;
    });
  } catch (error) {
    throw unavailable(error);
  }
}

async function rowsOf(client: pg.PoolClient, text: string, values: readonly unknown[]) {
  return (await client.query<Record<string, unknown>>(text, [...values])).rows;
}

/** The SQLSTATE that a call failed with. */
export function sqlStateOf(error: unknown): string | undefined {
  const cause = error instanceof ConsoleError ? error.cause : error;
  return cause instanceof pg.DatabaseError ? cause.code : undefined;
}

/** TLS is what the URL asks for, in the words and with the meaning of PostgreSQL's own clients. */
function optionsOf(url: string, waitMs: number): pg.PoolConfig {
  const withTls = new URL(url);
  withTls.searchParams.set('uselibpqcompat', 'true');
  return {
    connectionString: withTls.href,
    application_name: 'Stowage',
    connectionTimeoutMillis: waitMs,
    // Kept by us: poolers such as PgBouncer do not take time limits of sessions.
    query_timeout: waitMs,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    types: {
      getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)),
    },
  };
}

function migrate(pool: pg.Pool): Promise<void> {
  return lend(pool, async (client) => {
    await client.query('BEGIN');
    await migratePostgres(async (text) => (await client.query(text)).rows);
    await client.query('COMMIT');
  });
}

function unavailable(error: unknown): unknown {
  const sqlState = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
  if (OUR_MISTAKES.test(sqlState)) return error;
  return new ConsoleError('StateUnavailable', { detail: REFUSALS[sqlState] ?? '', cause: error });
}

/** Of a host with several addresses each has a reason of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
