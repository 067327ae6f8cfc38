import { chmodSync, closeSync, openSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { ConfigError } from '../config/setting.ts';
import type { Sql } from './sql.ts';
import { isDamaged, sqliteReason, sqliteUnavailable } from './sqlite-failure.ts';
import { migrateSqlite } from './sqlite-schema.ts';
import { writeAhead } from './write-ahead.ts';

/** The console's state in an SQLite file. */
export interface SqliteDatabase extends Sql {
  close(): void;
}

/**
 * Opens the console's state in this file, which only this user may read, and upgrades it to the
 * current schema. ':memory:' keeps it in memory. Deleted data is overwritten, so that a copied file
 * contains no ended sessions. A call that fails because of the file or its disk throws
 * StateUnavailable; the next one tries again.
 * @throws ConfigError for a file that cannot be used, or was written by a newer console
 */
export function openSqlite(path: string): SqliteDatabase {
  if (path !== ':memory:') {
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
  }
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA busy_timeout = 5000; PRAGMA secure_delete = ON;');
    writeAhead(database);
    database.exec('PRAGMA synchronous = NORMAL;');
    migrateSqlite(database, path);
  } catch (error) {
    database.close();
    throw unusable(error, path);
  }
  return { ...sqlOf(database, basename(path)), close: () => database.close() };
}

function unusable(error: unknown, path: string): unknown {
  const reason = sqliteReason(error);
  if (reason === undefined) return error;
  const advice = isDamaged(error)
    ? ` Restore it from a backup, or move ${path}* away to start with an empty one: ` +
      'all users log in again, and jobs, metrics history, the security log and the setup of ' +
      'Receive Records are gone.'
    : '';
  return new ConfigError(`${path} cannot be used: ${reason}.${advice}`);
}

function sqlOf(database: DatabaseSync, name: string): Sql {
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
      try {
        return prepare(text).all(Object.fromEntries(named));
      } catch (error) {
        throw sqliteUnavailable(error, `${name} in the data directory`);
      }
    },
  };
}
