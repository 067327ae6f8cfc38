import pg from 'pg';
import { ConfigError } from '../config/setting.ts';
import { ConsoleError } from '../console-error.ts';
import { lend, outliveBreaks } from './postgres-connection.ts';
import { migratePostgres } from './postgres-schema.ts';
import type { Sql } from './sql.ts';

const MAX_CONNECTIONS = 10;
/** The limit in milliseconds for obtaining a connection, and again for the response. */
const WAIT_MS = 5000;
const IDLE_MS = 60_000;
const INT8 = pg.types.builtins.INT8;

/** SQLSTATE classes that only programming errors cause: data, constraints, syntax. */
const OUR_MISTAKES = /^(22|23|42)/;

/** Explanations for administrators of errors that affect the whole database. */
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
 * Connects to a database and upgrades it to the current schema. If a connection breaks later, its
 * calls fail with StateUnavailable; the next call opens another.
 * @param onBroken receives the reason why an idle connection broke
 * @throws ConfigError if it cannot be used, in one line without the password
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
  /** The limit in milliseconds for obtaining a connection, and again for the response. */
  readonly waitMs?: number;
}

/** Connections to a database, opened on demand. @param onBroken as with `openPostgres` */
export function openPool(
  url: string,
  onBroken: (message: string) => void,
  { connections, waitMs = WAIT_MS }: PoolLimits,
): pg.Pool {
  const pool = new pg.Pool({ ...optionsOf(url, waitMs), max: connections });
  outliveBreaks(pool);
  // The error object itself references the whole connection.
  pool.on('error', ({ message }) => onBroken(message));
  return pool;
}

/** Runs one statement of a transaction. */
export type Query = (
  text: string,
  values?: readonly unknown[],
) => Promise<readonly Record<string, unknown>[]>;

/**
 * Runs a task in a transaction, which commits or rolls back with it.
 * @throws ConsoleError StateUnavailable if the database is unreachable or too slow
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

/** The SQLSTATE of a failed call. */
export function sqlStateOf(error: unknown): string | undefined {
  const cause = error instanceof ConsoleError ? error.cause : error;
  return cause instanceof pg.DatabaseError ? cause.code : undefined;
}

/** The URL's TLS parameters have the names and meanings of PostgreSQL's own clients. */
function optionsOf(url: string, waitMs: number): pg.PoolConfig {
  const withTls = new URL(url);
  withTls.searchParams.set('uselibpqcompat', 'true');
  return {
    connectionString: withTls.href,
    application_name: 'Stowage',
    connectionTimeoutMillis: waitMs,
    // Enforced by the client: poolers such as PgBouncer do not support session timeouts.
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

/** A host with several addresses has a reason for each. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
