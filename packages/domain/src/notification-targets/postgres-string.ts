/** The parts of a PostgreSQL connection string, by libpq's names; '' for those that are absent. */
export interface PostgresConnection {
  readonly host: string;
  readonly port: string;
  readonly dbname: string;
  readonly user: string;
  readonly password: string;
  readonly sslmode: string;
  /** Further parameters, such as connect_timeout, in order. */
  readonly others: readonly (readonly [name: string, value: string])[];
}

const PARTS = ['host', 'port', 'dbname', 'user', 'password', 'sslmode'] as const;
type Part = (typeof PARTS)[number];

/** The TLS modes that MinIO and the embedded store support. */
export const SSL_MODES = ['require', 'disable', 'verify-ca', 'verify-full'] as const;

/**
 * Builds `host=db port=5432 dbname=events user=me password='p w' sslmode=disable`: empty parts are
 * omitted; values with spaces, quotes or backslashes are put in single quotes.
 */
export function buildPostgresString(connection: PostgresConnection): string {
  const known = PARTS.map((name) => [name, connection[name]] as const);
  return [...known, ...connection.others]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${quotePostgresValue(value)}`)
    .join(' ');
}

/**
 * Parses `host=db user=me …` or `postgres://me:secret@db:5432/events?sslmode=disable`.
 *
 * @returns undefined if it is neither
 */
export function parsePostgresString(text: string): PostgresConnection | undefined {
  const pairs = /^postgres(ql)?:\/\//.test(text) ? pairsOfUrl(text) : pairsOfText(text);
  if (pairs === undefined) {
    return undefined;
  }
  const part = (name: Part) => pairs.get(name) ?? '';
  return {
    host: part('host'),
    port: part('port'),
    dbname: part('dbname'),
    user: part('user'),
    password: part('password'),
    sslmode: part('sslmode'),
    others: [...pairs].filter(([name]) => !PARTS.some((known) => known === name)),
  };
}

/** Quotes and escapes a value for a connection string. */
export function quotePostgresValue(value: string): string {
  return /[\s'\\]/.test(value) ? `'${value.replace(/['\\]/g, '\\$&')}'` : value;
}

function pairsOfUrl(text: string): Map<string, string> | undefined {
  if (!URL.canParse(text)) {
    return undefined;
  }
  const { hostname, port, pathname, username, password, searchParams } = new URL(text);
  try {
    const pairs: [string, string][] = [
      ['host', decodeURIComponent(hostname).replace(/^\[|\]$/g, '')],
      ['port', port],
      ['dbname', decodeURIComponent(pathname.slice(1))],
      ['user', decodeURIComponent(username)],
      ['password', decodeURIComponent(password)],
      ...searchParams,
    ];
    return new Map(pairs.filter(([, value]) => value !== ''));
  } catch {
    return undefined;
  }
}

/**
 * Parses key=value pairs. A value with spaces is in single quotes; a backslash escapes the next
 * character.
 */
function pairsOfText(text: string): Map<string, string> | undefined {
  const pair = /\s*([a-z_]+)\s*=\s*(?:'((?:[^'\\]|\\.)*)'|((?:[^\s'\\]|\\.)*))(?=\s|$)/gsy;
  const pairs = new Map<string, string>();
  let end = 0;
  for (let found = pair.exec(text); found !== null; found = pair.exec(text)) {
    const [, name = '', quoted, plain] = found;
    pairs.set(name, (quoted ?? plain ?? '').replace(/\\(.)/gs, '$1'));
    end = pair.lastIndex;
  }
  return text.slice(end).trim() === '' && pairs.size > 0 ? pairs : undefined;
}
