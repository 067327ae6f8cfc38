import { type Dn, isWithin, normalizeDn, parseDn } from './dn.ts';

/** Connection and search settings of a directory, from identity_ldap. */
export interface DirectorySettings {
  /** Host and port, or the domain of the SRV records. */
  readonly address: string;
  /**
   * Which SRV records to use: those of the address itself, or of `_ldap._tcp.` or `_ldaps._tcp.`
   * below it.
   */
  readonly srv: '' | 'on' | 'ldap' | 'ldaps';
  readonly security: 'tls' | 'starttls' | 'none';
  /** Whether to verify the certificate. */
  readonly verify: boolean;
  /** The account used for lookups. */
  readonly lookup: { readonly dn: string; readonly password: string };
  readonly users: Search & {
    readonly attributes: readonly string[];
    /** The base DNs of the login name search. */
    readonly nameAttributes: readonly string[];
  };
  /** Absent if groups are not used. */
  readonly groups?: Search;
}

interface Search {
  readonly bases: readonly string[];
  /** `%s` is the login name and, for groups, `%d` the user's DN. */
  readonly filter: string;
}

/** An error in the settings, with the affected key. */
export class SettingsError extends Error {
  readonly key: string;

  constructor(key: string, message: string) {
    super(message);
    this.name = 'SettingsError';
    this.key = key;
  }
}

type Values = Readonly<Record<string, string>>;

const SRV = ['', 'on', 'ldap', 'ldaps'] as const;
const ADDRESS = /^(?:[^\s:/@?#[\]]+|\[[0-9a-fA-F:.]+\])(?::\d{1,5})?$/;
const ATTRIBUTE = /^[A-Za-z][A-Za-z0-9-]*$/;
const MAX_BASES = 32;
/** A sample user for checking a filter's syntax. */
const EXAMPLE = 'x';

/**
 * Parses the keys of MinIO's identity_ldap. Checks the syntax only, without contacting the
 * directory.
 *
 * @throws SettingsError
 */
export function readSettings(values: Values): DirectorySettings {
  const of = (key: string) => (values[key] ?? '').trim();
  const address = addressOf(of('server_addr'));
  const srv = srvOf(of('srv_record_name'));
  if (of('lookup_bind_dn') === '') {
    throw new SettingsError(
      'lookup_bind_dn',
      'the DN of the account that looks for users is missing',
    );
  }
  const users = searchOf(values, 'user_dn_search', ['%s']);
  if (users === undefined) {
    throw new SettingsError(
      'user_dn_search_base_dn',
      'the base DN under which users are is missing',
    );
  }
  if (users.filter.includes('%d')) {
    throw new SettingsError('user_dn_search_filter', '%d is of no use here: only %s is known');
  }
  const groups = searchOf(values, 'group_search', ['%s', '%d']);
  return {
    address,
    srv,
    security: securityOf(values),
    verify: values.tls_skip_verify !== 'on',
    lookup: { dn: of('lookup_bind_dn'), password: values.lookup_bind_password ?? '' },
    users: {
      ...users,
      attributes: attributesOf(of('user_dn_attributes')),
      nameAttributes: nameAttributesOf(users.filter),
    },
    ...(groups && { groups }),
  };
}

function addressOf(text: string): string {
  if (!ADDRESS.test(text)) {
    throw new SettingsError('server_addr', 'it must be a host with or without a port');
  }
  return text;
}

function srvOf(text: string): DirectorySettings['srv'] {
  const known = SRV.find((name) => name === text);
  if (known === undefined) {
    throw new SettingsError('srv_record_name', "it must be 'ldap', 'ldaps' or 'on'");
  }
  return known;
}

/** As in MinIO, StartTLS takes precedence if both are on. */
function securityOf(values: Values): DirectorySettings['security'] {
  if (values.server_starttls === 'on') return 'starttls';
  return values.server_insecure === 'on' ? 'none' : 'tls';
}

function attributesOf(text: string): string[] {
  const names = listOf(text, ',');
  if (!names.every((name) => ATTRIBUTE.test(name))) {
    throw new SettingsError('user_dn_attributes', 'names of attributes, separated by commas');
  }
  return names;
}

function nameAttributesOf(filter: string): string[] {
  return [...filter.matchAll(/\(\s*([A-Za-z][A-Za-z0-9-]*)\s*~?=\s*%s\s*\)/g)].map(
    ([, name = '']) => name,
  );
}

function listOf(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function searchOf(values: Values, prefix: string, signs: readonly string[]): Search | undefined {
  const bases = listOf(values[`${prefix}_base_dn`] ?? '', ';');
  const filter = (values[`${prefix}_filter`] ?? '').trim();
  if (bases.length === 0 && filter === '') return undefined;
  checkBases(`${prefix}_base_dn`, bases);
  const key = `${prefix}_filter`;
  if (!signs.some((sign) => filter.includes(sign))) {
    throw new SettingsError(key, `it must contain ${signs.join(' or ')}`);
  }
  if (!isBalanced(fillFilter(filter, { name: EXAMPLE, dn: EXAMPLE }))) {
    throw new SettingsError(key, `'${filter}' is no filter`);
  }
  return { bases: bases.map((base) => normalizeDn(base) ?? base), filter };
}

function checkBases(key: string, bases: readonly string[]): void {
  if (bases.length === 0) throw new SettingsError(key, 'a base DN is missing');
  if (bases.length > MAX_BASES) throw new SettingsError(key, `at most ${MAX_BASES} base DNs`);
  const parsed: Dn[] = [];
  for (const base of bases) {
    const dn = parseDn(base);
    if (dn === undefined) throw new SettingsError(key, `'${base}' is no DN`);
    const other = parsed.find((one) => isWithin(one, dn) || isWithin(dn, one));
    if (other !== undefined)
      throw new SettingsError(key, `'${base}' overlaps with another base DN`);
    parsed.push(dn);
  }
}

/** Whether a filter is one pair of parentheses with balanced ones inside. */
function isBalanced(filter: string): boolean {
  let depth = 0;
  for (let at = 0; at < filter.length; at += 1) {
    if (filter[at] === '(') depth += 1;
    else if (filter[at] === ')') depth -= 1;
    if (depth <= 0 && at < filter.length - 1) return false;
  }
  return filter.length > 2 && depth === 0;
}

/** Inserts a user into a filter, escaped so that no name can change its meaning. */
export function fillFilter(filter: string, user: { readonly name: string; readonly dn: string }) {
  return filter.replaceAll(/%[sd]/g, (sign) => escapeFilter(sign === '%s' ? user.name : user.dn));
}

/** Escapes characters with a meaning in filters, and NUL, as two hex digits (RFC 4515). */
function escapeFilter(text: string): string {
  return text.replaceAll(
    /[\\*()\0]/g,
    (sign) => `\\${sign.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
