import type { Socket } from 'node:net';
import type { TestStep } from '@stowage/contract/notification-endpoints';
import {
  type PostgresConnection,
  parsePostgresString,
} from '@stowage/domain/notification-targets/postgres-string';
import pg from 'pg';
import { answerOf } from './answers.ts';
import { failureOf, ProbeError } from './failure.ts';

type Values = Readonly<Record<string, string>>;

/** A client's request to start TLS; the response is a single letter. */
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 4, 0xd2, 0x16, 0x2f]);

/** Whether a connection string requests TLS, which is the default. */
export function wantsTls({ connection_string: text = '' }: Values): boolean {
  return parsePostgresString(text)?.sslmode !== 'disable';
}

/** @throws ProbeError if the server does not support TLS */
export async function askForTls(socket: Socket): Promise<void> {
  socket.write(TLS_REQUEST);
  const [letter] = await answerOf(socket, (bytes) => bytes.length > 0);
  if (letter !== 'S'.charCodeAt(0)) throw new ProbeError('tls');
}

/** Logs in to PostgreSQL and looks for the table, which the server would otherwise create. */
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
  // Connection errors are reported by the call that is waiting.
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

/** The modes as in libpq; the host name is verified although the connection uses its IP address. */
function tlsOf({ sslmode, host }: PostgresConnection): pg.ClientConfig['ssl'] {
  if (sslmode === 'disable') return false;
  if (sslmode === 'verify-full') return { servername: host };
  if (sslmode === 'verify-ca') return { checkServerIdentity: () => undefined };
  return { rejectUnauthorized: false };
}
