import { buildMysqlDsn, parseMysqlDsn } from './mysql-dsn.ts';
import { buildPostgresString, parsePostgresString } from './postgres-string.ts';
import { kindOfSubsystem } from './target-kinds.ts';

/**
 * Stands where a password stands that the server holds and nobody is shown. Who sends it back
 * keeps that password.
 */
export const STORED_PASSWORD = '*redacted*';

/** What was there instead of a password; or a text of which it is not known where it has one. */
interface Found {
  readonly password: string;
  readonly replace: (password: string) => string;
}

/**
 * The same value with `STORED_PASSWORD` for the password in it. A value that cannot be read is
 * hidden as a whole.
 *
 * @param subsystem such as notify_postgres
 */
export function hidePassword(subsystem: string, key: string, value: string): string {
  if (value === '' || !isConnection(subsystem, key)) {
    return value;
  }
  const found = find(key, value);
  if (found === undefined) {
    return STORED_PASSWORD;
  }
  return found.password === '' ? value : found.replace(STORED_PASSWORD);
}

/**
 * The value with the password of the stored one where it says `STORED_PASSWORD`.
 *
 * @param stored what the server holds; undefined when nothing
 * @returns undefined when there is none that it could be
 */
export function fillPassword(
  { subsystem, key }: { readonly subsystem: string; readonly key: string },
  value: string,
  stored: string | undefined,
): string | undefined {
  if (!isConnection(subsystem, key)) {
    return value;
  }
  if (value === STORED_PASSWORD) {
    return stored;
  }
  const found = find(key, value);
  if (found?.password !== STORED_PASSWORD) {
    return value;
  }
  const held = stored === undefined ? undefined : find(key, stored);
  return held === undefined || held.password === '' ? undefined : found.replace(held.password);
}

function isConnection(subsystem: string, key: string): boolean {
  const field = kindOfSubsystem(subsystem)?.fields.find((one) => one.key === key);
  return field?.type === 'connection';
}

function find(key: string, value: string): Found | undefined {
  if (key === 'connection_string') {
    const parts = parsePostgresString(value);
    return (
      parts && {
        password: parts.password,
        replace: (password) => buildPostgresString({ ...parts, password }),
      }
    );
  }
  if (key === 'dsn_string') {
    const parts = parseMysqlDsn(value);
    return (
      parts && {
        password: parts.password,
        replace: (password) => buildMysqlDsn({ ...parts, password }),
      }
    );
  }
  return findInUrl(value);
}

/** `scheme://user:password@host…`; an address without credentials stays as it was typed. */
function findInUrl(value: string): Found | undefined {
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
