import {
  buildMysqlDsn,
  type MysqlConnection,
  parseMysqlDsn,
} from '@stowage/domain/notification-targets/mysql-dsn';
import {
  buildPostgresString,
  type PostgresConnection,
  parsePostgresString,
} from '@stowage/domain/notification-targets/postgres-string';
import { STORED_PASSWORD } from '@stowage/domain/notification-targets/stored-password';
import type { SecretValue } from '#web/ui/form/field-spec.ts';

/** The connection to a database: as fields, or as the connection string sent to the server. */
export interface ConnectionValues {
  readonly raw: boolean;
  readonly text: string;
  readonly host: string;
  readonly port: string | number;
  readonly dbname: string;
  readonly user: string;
  readonly password: SecretValue;
  /** PostgreSQL only. */
  readonly sslmode: string;
  /** Parameters without a field, which are preserved. */
  readonly others: PostgresConnection['others'];
  readonly parameters: string;
}

/** The settings that hold a connection string which can be edited as fields. */
export type ConnectionKey = 'connection_string' | 'dsn_string';

const NEW: Readonly<Record<ConnectionKey, Partial<ConnectionValues>>> = {
  connection_string: { port: '5432', sslmode: 'require' },
  dsn_string: { port: '3306' },
};

/** Whether a setting is such a string. */
export function isConnectionKey(key: string): key is ConnectionKey {
  return key === 'connection_string' || key === 'dsn_string';
}

/**
 * Returns the initial values of a database's form. A string that cannot be split into fields is
 * shown unchanged.
 */
export function connectionValues(key: ConnectionKey, text: string): ConnectionValues {
  const parts = partsOf(key, text);
  const none = {
    host: '',
    port: '',
    dbname: '',
    user: '',
    password: { stored: false },
    sslmode: '',
  };
  const rest = { others: [], parameters: '' };
  if (text === '') return { raw: false, text, ...none, ...rest, ...NEW[key] };
  return { raw: parts === undefined, text, ...none, ...rest, ...parts };
}

/** Returns the connection string to send to the server. */
export function connectionText(key: ConnectionKey, values: ConnectionValues): string {
  if (values.raw) return values.text.trim();
  const { host, dbname, user, sslmode, others, parameters } = values;
  const { stored, text } = values.password;
  const password = stored && text === undefined ? STORED_PASSWORD : (text ?? '');
  const known = { host: host.trim(), dbname: dbname.trim(), user: user.trim(), password };
  const parts = { ...known, port: String(values.port), sslmode, others, parameters };
  if (host.trim() === '' && dbname.trim() === '') return '';
  return key === 'dsn_string' ? buildMysqlDsn(parts) : buildPostgresString(parts);
}

/** Whether the current string can be shown as fields. */
export function hasFields(key: ConnectionKey, { raw, text }: ConnectionValues): boolean {
  return !raw || text.trim() === '' || partsOf(key, text.trim()) !== undefined;
}

/** Keeps fields and string in sync when the form switches between them. */
export function followToggle(
  key: ConnectionKey,
  values: ConnectionValues,
  before: ConnectionValues,
): ConnectionValues {
  if (values.raw === before.raw) return values;
  if (values.raw) return { ...values, text: connectionText(key, before) };
  return { ...connectionValues(key, before.text.trim()), raw: !hasFields(key, before) };
}

function partsOf(key: ConnectionKey, text: string): Partial<ConnectionValues> | undefined {
  const parts: MysqlConnection | PostgresConnection | undefined =
    key === 'dsn_string' ? parseMysqlDsn(text) : parsePostgresString(text);
  if (parts === undefined) return undefined;
  const { password } = parts;
  const isStored = password === STORED_PASSWORD;
  return { ...parts, password: isStored ? { stored: true } : { stored: false, text: password } };
}
