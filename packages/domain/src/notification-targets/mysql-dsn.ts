/** The parts of a MySQL data source name; '' for those that are absent. */
export interface MysqlConnection {
  readonly user: string;
  readonly password: string;
  readonly host: string;
  readonly port: string;
  readonly dbname: string;
  /** The part after the question mark, such as `tls=true`. */
  readonly parameters: string;
}

/**
 * Builds `user:password@tcp(host:port)/dbname`, as the Go driver parses it. The format has no
 * escaping: `mysqlProblem` reports parts with unsupported characters.
 */
export function buildMysqlDsn(connection: MysqlConnection): string {
  const { user, password, host, port, dbname, parameters } = connection;
  const who = user === '' && password === '' ? '' : `${user}${password && `:${password}`}@`;
  const address = `${host.includes(':') ? `[${host}]` : host}${port && `:${port}`}`;
  return `${who}tcp(${address})/${dbname}${parameters && `?${parameters}`}`;
}

/**
 * Parses what `buildMysqlDsn` builds. Like the driver it splits at the last slash and at the last @
 * before it, so a password may contain both.
 *
 * @returns undefined if the text is not a DSN or uses a protocol other than TCP
 */
export function parseMysqlDsn(text: string): MysqlConnection | undefined {
  const slash = text.lastIndexOf('/');
  if (slash < 0) {
    return undefined;
  }
  const [dbname = '', ...parameters] = text.slice(slash + 1).split('?');
  const before = text.slice(0, slash);
  const at = before.lastIndexOf('@');
  const address = /^tcp\((?:\[([^\]]*)\]|([^:()[\]]*))(?::([0-9]*))?\)$/.exec(before.slice(at + 1));
  if (address === null) {
    return undefined;
  }
  const [, ipv6, name, port = ''] = address;
  const [user = '', ...password] = before.slice(0, Math.max(at, 0)).split(':');
  return {
    user,
    password: password.join(':'),
    host: ipv6 ?? name ?? '',
    port,
    dbname,
    parameters: parameters.join('?'),
  };
}

/** Returns the first part that the DSN cannot represent because the format has no escaping. */
export function mysqlProblem({
  user,
  host,
  port,
  dbname,
}: MysqlConnection): 'user' | 'host' | 'port' | 'dbname' | undefined {
  if (user.includes(':')) return 'user';
  if (/[()[\]\s/@]/.test(host)) return 'host';
  if (!/^[0-9]{0,5}$/.test(port)) return 'port';
  return /[/?]/.test(dbname) ? 'dbname' : undefined;
}
