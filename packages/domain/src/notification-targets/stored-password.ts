import { buildMysqlDsn, parseMysqlDsn } from './mysql-dsn.ts';
import { buildPostgresString, parsePostgresString, quotePostgresValue } from './postgres-string.ts';

/**
 * Placeholder for a password that the server holds and never reveals. Sending it back keeps that
 * password.
 */
export const STORED_PASSWORD = '*****';

/** Keys whose values may contain a password along with other parts. */
const CONNECTION_KEYS = ['connection_string', 'dsn_string', 'url', 'broker', 'endpoint', 'address'];

/** The password found in a value, and a function that returns the value with another one. */
interface Found {
  readonly password: string;
  readonly replace: (password: string) => string;
}

/**
 * Returns the value of a setting with `STORED_PASSWORD` in place of its password. A connection
 * string that cannot be parsed is hidden entirely.
 */
export function hidePassword(key: string, value: string): string {
  if (value === '' || !CONNECTION_KEYS.includes(key)) {
    return value;
  }
  const found = find(key, value);
  if (found === undefined) {
    return STORED_PASSWORD;
  }
  return found.password === '' ? value : found.replace(STORED_PASSWORD);
}

/**
 * Returns the value with `STORED_PASSWORD` replaced by the stored password.
 *
 * @param stored the value on the server; '' if there is none
 * @returns undefined if there is no password to substitute
 */
export function restorePassword(key: string, value: string, stored: string): string | undefined {
  if (!CONNECTION_KEYS.includes(key)) {
    return value;
  }
  if (value === STORED_PASSWORD) {
    return stored === '' ? undefined : stored;
  }
  const found = find(key, value);
  if (found?.password !== STORED_PASSWORD) {
    return value;
  }
  const held = find(key, stored)?.password ?? '';
  return held === '' ? undefined : found.replace(held);
}

function find(key: string, value: string): Found | undefined {
  if (key === 'connection_string') return findInPostgres(value);
  if (key === 'dsn_string') return findInMysql(value);
  return findInUrl(value);
}

const PASSWORD_PAIR = /(^|\s)(password\s*=\s*)(?:'(?:[^'\\]|\\.)*'|(?:[^\s'\\]|\\.)*)(?=\s|$)/;

/**
 * Finds the password in a PostgreSQL connection string. The text around it is preserved verbatim.
 */
function findInPostgres(value: string): Found | undefined {
  const parts = parsePostgresString(value);
  if (parts === undefined) {
    return undefined;
  }
  const { password } = parts;
  if (/^postgres(ql)?:/.test(value)) {
    const inUrl = findInUrl(value);
    if (inUrl !== undefined && (inUrl.password !== '' || password === '')) return inUrl;
  }
  const inPlace = (next: string) =>
    value.replace(PASSWORD_PAIR, (_pair, before: string, name: string) => before + name + next);
  // Another value may contain text that looks like the pair.
  const isPlace = parsePostgresString(inPlace('x'))?.password === 'x';
  return {
    password,
    replace: (next) =>
      isPlace
        ? inPlace(quotePostgresValue(next))
        : buildPostgresString({ ...parts, password: next }),
  };
}

function findInMysql(value: string): Found | undefined {
  const parts = parseMysqlDsn(value);
  return (
    parts && {
      password: parts.password,
      replace: (password) => buildMysqlDsn({ ...parts, password }),
    }
  );
}

/** `scheme://user:password@host…`; an address without credentials is preserved verbatim. */
function findInUrl(value: string): Found | undefined {
  if (!value.includes('@')) {
    return { password: '', replace: () => value };
  }
  if (!URL.canParse(value)) {
    return undefined;
  }
  const [, start = '', authority = ''] = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)/i.exec(value) ?? [];
  const at = authority.lastIndexOf('@');
  const colon = authority.slice(0, Math.max(at, 0)).indexOf(':');
  if (colon < 0) {
    return { password: '', replace: () => value };
  }
  const before = start + authority.slice(0, colon + 1);
  const password = authority.slice(colon + 1, at);
  const after = value.slice(start.length + at);
  return { password, replace: (next) => before + next + after };
}
