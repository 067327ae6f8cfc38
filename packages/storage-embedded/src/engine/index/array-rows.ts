import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Prepares a statement that returns rows as arrays of columns, which is cheaper than objects. */
export function prepareArrayRows(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  return statement;
}
