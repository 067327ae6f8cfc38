/** What a parameter or a column holds. */
export type SqlValue = string | number | Uint8Array;

export type Row = Readonly<Record<string, unknown>>;

/**
 * A database that takes statements in the SQL that SQLite and PostgreSQL share. Each
 * statement is done whole or not at all, whatever other consoles do meanwhile.
 */
export interface Sql {
  /** Parameters stand in the text as $1, $2 and so on. Gives rows, those of RETURNING too. */
  query(text: string, values?: readonly SqlValue[]): Promise<readonly Row[]>;
  /** An expression for the database's time: whole milliseconds since the epoch. */
  readonly now: string;
}
