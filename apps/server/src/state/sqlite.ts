import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Sql } from './sql.ts';
import { migrateSqlite } from './sqlite-schema.ts';

/** The console's state in an SQLite file. */
export interface SqliteDatabase extends Sql {
  close(): void;
}

/**
 * Opens the console's state in this file, which only this user may read, and
 * brings it to the current schema. ':memory:' keeps it in memory. What is deleted
 * is overwritten, so that a copied file holds no session that has ended.
 * @throws ConfigError for a file that a newer console has written
 */
export function openSqlite(path: string): SqliteDatabase {
  if (path !== ':memory:') {
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
  }
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA busy_timeout = 5000; PRAGMA secure_delete = ON;');
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    migrateSqlite(database, path);
  } catch (error) {
    database.close();
    throw error;
  }
  return { ...sqlOf(database), close: () => database.close() };
}

function sqlOf(database: DatabaseSync): Sql {
  const prepared = new Map<string, StatementSync>();
  const prepare = (text: string) => {
    const statement = prepared.get(text) ?? database.prepare(text);
    prepared.set(text, statement);
    return statement;
  };
  return {
    now: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
    async query(text, values = []) {
      const named = values.map((value, index) => [`$${index + 1}`, value] as const);
      return prepare(text).all(Object.fromEntries(named));
    },
  };
}
