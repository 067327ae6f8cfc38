import type { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/**
 * Enables write-ahead logging. If two processes do so at the same time SQLite rejects one
 * immediately, whatever its timeout: that one waits here until the other has finished.
 */
export function writeAhead(database: Pick<DatabaseSync, 'exec'>): void {
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    // Waits up to the database's timeout, then throws.
    database.exec('BEGIN IMMEDIATE; COMMIT');
  }
}

/** The low byte is the primary code. */
function isBusy(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
  return (code & 0xff) === SQLITE_BUSY;
}
