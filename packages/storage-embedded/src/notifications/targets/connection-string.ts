/** What a PostgreSQL connection string says, by libpq's names. */
export interface ConnectionParameters {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly sslmode: SslMode;
}

const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
export type SslMode = (typeof SSL_MODES)[number];

const KNOWN = new Set(['host', 'port', 'dbname', 'user', 'password', 'sslmode']);

/**
 * Reads `host=localhost port=5432 dbname=events user=u password='p w' sslmode=disable` or
 * `postgres://u:p@localhost:5432/events?sslmode=disable`. Without sslmode the connection must
 * be encrypted, as for MinIO.
 *
 * @returns undefined when it cannot be read or names what is not known here
 */
export function parseConnectionString(text: string): ConnectionParameters | undefined {
  const pairs = /^postgres(ql)?:\/\//.test(text) ? pairsOfUrl(text) : pairsOfText(text);
  if (pairs === undefined || [...pairs.keys()].some((name) => !KNOWN.has(name))) {
    return undefined;
  }
  const port = pairs.get('port') ?? '5432';
  const sslmode = SSL_MODES.find((mode) => mode === (pairs.get('sslmode') ?? 'require'));
  const user = pairs.get('user') ?? 'postgres';
  if (!/^[0-9]{1,5}$/.test(port) || Number(port) > 65_535 || sslmode === undefined) {
    return undefined;
  }
  return {
    host: pairs.get('host') ?? 'localhost',
    port: Number(port),
    database: pairs.get('dbname') ?? user,
    user,
    password: pairs.get('password') ?? '',
    sslmode,
  };
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

/** A value with blanks stands in single quotes; a backslash takes the next character as it is. */
function pairsOfText(text: string): Map<string, string> | undefined {
  const pair = /\s*([a-z_]+)\s*=\s*(?:'((?:[^'\\]|\\.)*)'|((?:[^\s'\\]|\\.)*))(?=\s|$)/gy;
  const pairs = new Map<string, string>();
  let end = 0;
  for (let found = pair.exec(text); found !== null; found = pair.exec(text)) {
    const [, name = '', quoted, plain] = found;
    pairs.set(name, (quoted ?? plain ?? '').replace(/\\(.)/g, '$1'));
    end = pair.lastIndex;
  }
  return text.slice(end).trim() === '' && pairs.size > 0 ? pairs : undefined;
}
