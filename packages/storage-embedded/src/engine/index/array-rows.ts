import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** A statement whose rows are arrays of their columns, which costs less than objects. */
export function prepareArrayRows(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  return statement;
}
