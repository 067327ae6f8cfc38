import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { migrate } from './migrations.ts';

/**
 * Opens the console's state in this file, which only this user may read, and
 * brings it to the current schema. ':memory:' keeps it in memory. What is deleted
 * is overwritten, so that a copied file holds no session that has ended.
 * @throws ConfigError for a file that a newer console has written
 */
export function openDatabase(path: string): DatabaseSync {
  if (path !== ':memory:') {
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
  }
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA busy_timeout = 5000; PRAGMA secure_delete = ON;');
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    migrate(database, path);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}
