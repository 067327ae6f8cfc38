/** What the data source name of a MySQL database says; '' where it says nothing. */
export interface MysqlConnection {
  readonly user: string;
  readonly password: string;
  readonly host: string;
  readonly port: string;
  readonly dbname: string;
  /** What follows the question mark, such as `tls=true`. */
  readonly parameters: string;
}

/**
 * `user:password@tcp(host:port)/dbname`, as the Go driver takes it. Nothing in it is escaped: what a
 * part may not hold is what `mysqlProblem` names.
 */
export function buildMysqlDsn(connection: MysqlConnection): string {
  const { user, password, host, port, dbname, parameters } = connection;
  const who = user === '' && password === '' ? '' : `${user}${password && `:${password}`}@`;
  const address = `${host.includes(':') ? `[${host}]` : host}${port && `:${port}`}`;
  return `${who}tcp(${address})/${dbname}${parameters && `?${parameters}`}`;
}

/**
 * Reads what `buildMysqlDsn` writes: as in the driver the last slash and the last @ before it
 * part the string, so that a password may hold both.
 *
 * @returns undefined when it is none, or reaches the database by something else than TCP
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

/** The first part that the string could not carry, because nothing in it can be escaped. */
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
