/** The type of a parameter or a column. */
export type SqlValue = string | number | Uint8Array;

export type Row = Readonly<Record<string, unknown>>;

/**
 * A database that runs statements in the SQL subset shared by SQLite and PostgreSQL. Each statement
 * is atomic, whatever other consoles do at the same time.
 */
export interface Sql {
  /** Parameters are written as $1, $2 and so on. Returns rows, including those of RETURNING. */
  query(text: string, values?: readonly SqlValue[]): Promise<readonly Row[]>;
  /** An SQL expression for the database's time: whole milliseconds since the epoch. */
  readonly now: string;
}
