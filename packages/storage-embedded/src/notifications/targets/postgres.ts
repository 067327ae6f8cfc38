import type { Pool, PoolConfig } from 'pg';
import { type EventRecord, objectOf } from '../event-record.ts';
import type { ConnectionParameters } from './connection-string.ts';
import { CONNECT_MS, SEND_MS, type Target, type TargetFormat } from './target.ts';

export interface PostgresSettings {
  readonly connection: ConnectionParameters;
  /** A name that is valid in SQL without escaping; see `isTableName`. */
  readonly table: string;
  readonly format: TargetFormat;
  /** 0 for one per concurrent delivery. */
  readonly maxOpenConnections: number;
}

/** PostgreSQL's error code for a missing table. */
const UNDEFINED_TABLE = '42P01';
const MAX_CONNECTIONS = 16;
const IDLE_MS = 60_000;

/** Whether a name is a valid SQL identifier: a plain one, or one in double quotes. */
export function isTableName(name: string): boolean {
  return /^"[^"\0]+"$/.test(name) || /^[\p{L}_][\p{L}\p{Nd}_$]*$/u.test(name);
}

/** Stores events as rows of a table, which is created if it does not exist. */
export class PostgresTarget implements Target {
  readonly #settings: PostgresSettings;
  #pool: Promise<Pool> | undefined;
  #table: Promise<void> | undefined;

  constructor(settings: PostgresSettings) {
    this.#settings = settings;
  }

  async send(record: EventRecord): Promise<void> {
    await this.#openTable();
    try {
      await this.#write(record);
    } catch (error) {
      if (codeOf(error) === UNDEFINED_TABLE) {
        this.#table = undefined;
      }
      throw error;
    }
  }

  async check(): Promise<void> {
    const pool = await this.#open();
    await pool.query('SELECT 1');
  }

  async close(): Promise<void> {
    const pool = await this.#pool?.catch(() => undefined);
    await pool?.end();
  }

  async #write(record: EventRecord): Promise<void> {
    const { table, format } = this.#settings;
    const pool = await this.#open();
    const data = JSON.stringify({ Records: [record] });
    if (format === 'access') {
      const insert = `INSERT INTO ${table} (event_time, event_data) VALUES ($1, $2)`;
      await pool.query(insert, [record.eventTime, data]);
    } else if (record.eventName === 's3:ObjectRemoved:Delete') {
      await pool.query(`DELETE FROM ${table} WHERE key = $1`, [objectOf(record)]);
    } else {
      const upsert = `INSERT INTO ${table} (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`;
      await pool.query(upsert, [objectOf(record), data]);
    }
  }

  #openTable(): Promise<void> {
    this.#table ??= this.#makeTable().catch((error: unknown) => {
      this.#table = undefined;
      throw error;
    });
    return this.#table;
  }

  async #makeTable(): Promise<void> {
    const { table, format } = this.#settings;
    const pool = await this.#open();
    const columns =
      format === 'access'
        ? 'event_time TIMESTAMP WITH TIME ZONE NOT NULL, event_data JSONB'
        : 'key VARCHAR PRIMARY KEY, value JSONB';
    try {
      await pool.query(`SELECT 1 FROM ${table} LIMIT 0`);
    } catch (error) {
      if (codeOf(error) !== UNDEFINED_TABLE) {
        throw error;
      }
      await pool.query(`CREATE TABLE ${table} (${columns})`);
    }
  }

  #open(): Promise<Pool> {
    this.#pool ??= openPool(this.#settings);
    return this.#pool;
  }
}

async function openPool({ connection, maxOpenConnections }: PostgresSettings): Promise<Pool> {
  const { default: pg } = await import('pg');
  const { host, port, database, user, password, sslmode } = connection;
  const pool = new pg.Pool({
    host,
    port,
    database,
    user,
    password,
    ssl: tlsOf(sslmode),
    application_name: 'Stowage',
    max: maxOpenConnections === 0 ? MAX_CONNECTIONS : maxOpenConnections,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: SEND_MS,
    idleTimeoutMillis: IDLE_MS,
    allowExitOnIdle: true,
  });
  // The next query reports a connection that broke while idle.
  pool.on('error', () => undefined);
  return pool;
}

/** libpq's meaning of the modes: only the last two verify the certificate. */
function tlsOf(sslmode: ConnectionParameters['sslmode']): PoolConfig['ssl'] {
  if (sslmode === 'disable') {
    return false;
  }
  if (sslmode === 'require') {
    return { rejectUnauthorized: false };
  }
  return sslmode === 'verify-full' ? true : { checkServerIdentity: () => undefined };
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
