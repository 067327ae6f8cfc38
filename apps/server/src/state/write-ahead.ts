import type { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/**
 * Gives a database a write-ahead log. Of two processes that do so at the same moment SQLite refuses
 * one at once, whatever its timeout: that one waits here until the other is done.
 */
export function writeAhead(database: Pick<DatabaseSync, 'exec'>): void {
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    // Waits as long as the database's timeout says, and fails then.
    database.exec('BEGIN IMMEDIATE; COMMIT');
  }
}

/** The low byte is the code, whatever it is refined by. */
function isBusy(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
  return (code & 0xff) === SQLITE_BUSY;
}
