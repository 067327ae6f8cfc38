import {
  parsePostgresString,
  SSL_MODES,
} from '@stowage/domain/notification-targets/postgres-string';

/** The parameters of a PostgreSQL connection string, by libpq's names. */
export interface ConnectionParameters {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly sslmode: SslMode;
}

export type SslMode = (typeof SSL_MODES)[number];

/**
 * Reads `host=localhost port=5432 dbname=events user=u password='p w' sslmode=disable` or
 * `postgres://u:p@localhost:5432/events?sslmode=disable`. Without sslmode the connection must be
 * encrypted, as in MinIO.
 *
 * @returns undefined if it is malformed or contains an unknown parameter
 */
export function parseConnectionString(text: string): ConnectionParameters | undefined {
  const parts = parsePostgresString(text);
  if (parts === undefined || parts.others.length > 0) {
    return undefined;
  }
  const port = parts.port || '5432';
  const sslmode = SSL_MODES.find((mode) => mode === (parts.sslmode || 'require'));
  const user = parts.user || 'postgres';
  if (!/^[0-9]{1,5}$/.test(port) || Number(port) > 65_535 || sslmode === undefined) {
    return undefined;
  }
  return {
    host: parts.host || 'localhost',
    port: Number(port),
    database: parts.dbname || user,
    user,
    password: parts.password,
    sslmode,
  };
}
