import type { TestStep } from '@stowage/contract/notification-endpoints';
import {
  type PostgresConnection,
  parsePostgresString,
} from '@stowage/domain/notification-targets/postgres-string';
import pg from 'pg';
import { failureOf } from './failure.ts';

type Values = Readonly<Record<string, string>>;

/** Logs in at a PostgreSQL and looks for the table, which the server would make. */
export async function probePostgres(
  address: string,
  values: Values,
  withinMs: number,
): Promise<TestStep[]> {
  const parts = parsePostgresString(values.connection_string ?? '');
  if (parts === undefined) return [];
  const client = new pg.Client({
    ...credentials(parts),
    host: address,
    port: Number(parts.port || 5432),
    ssl: tlsOf(parts),
    application_name: 'Stowage',
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  });
  // What breaks is told of by the call that waits for it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ found: boolean }>(
      'SELECT to_regclass($1) IS NOT NULL AS found',
      [values.table ?? ''],
    );
    const isThere = rows[0]?.found === true;
    return [{ step: 'service' }, { step: 'table', ...(!isThere && { failure: 'table-missing' }) }];
  } catch (error) {
    return [{ step: 'service', failure: failureOf(error) }];
  } finally {
    await client.end().catch(() => undefined);
  }
}

function credentials({ user, password, dbname }: PostgresConnection) {
  return { user: user || 'postgres', password, database: dbname || user || 'postgres' };
}

/** libpq's meaning of the modes; the name is checked though the address is what is connected to. */
function tlsOf({ sslmode, host }: PostgresConnection): pg.ClientConfig['ssl'] {
  if (sslmode === 'disable') return false;
  if (sslmode === 'verify-full') return { servername: host };
  if (sslmode === 'verify-ca') return { checkServerIdentity: () => undefined };
  return { rejectUnauthorized: false };
}
