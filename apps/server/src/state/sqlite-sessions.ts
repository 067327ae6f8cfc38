import type { DatabaseSync } from 'node:sqlite';
import type { SessionStore, StoredSession } from './session-store.ts';

/** Keeps sessions in the console's SQLite file. */
export function sqliteSessions(database: DatabaseSync): SessionStore {
  const insert = database.prepare(
    'INSERT INTO sessions (key, sealed, created_at, used_at, revision) VALUES (?, ?, ?, ?, ?)',
  );
  const find = database.prepare('SELECT * FROM sessions WHERE key = ?');
  const touch = database.prepare('UPDATE sessions SET used_at = ? WHERE key = ?');
  const reseal = database.prepare(
    'UPDATE sessions SET sealed = ?, revision = revision + 1 WHERE key = ? AND revision = ?',
  );
  const remove = database.prepare('DELETE FROM sessions WHERE key = ?');
  const removeOlder = database.prepare('DELETE FROM sessions WHERE created_at < ? OR used_at < ?');
  return {
    async insert({ key, sealed, createdAt, usedAt, revision }) {
      insert.run(key, sealed, createdAt, usedAt, revision);
    },
    async find(key) {
      const row = find.get(key);
      return row && toSession(row);
    },
    async touch(key, usedAt) {
      touch.run(usedAt, key);
    },
    async reseal(key, revision, sealed) {
      return reseal.run(sealed, key, revision).changes > 0;
    },
    async delete(key) {
      remove.run(key);
    },
    async deleteOlder(createdBefore, usedBefore) {
      removeOlder.run(createdBefore, usedBefore);
    },
  };
}

type Row = Record<string, unknown>;

function toSession({ key, sealed, created_at, used_at, revision }: Row): StoredSession {
  if (typeof key !== 'string' || !(sealed instanceof Uint8Array)) {
    throw new TypeError('a row of the sessions table has the wrong types');
  }
  return {
    key,
    sealed,
    createdAt: Number(created_at),
    usedAt: Number(used_at),
    revision: Number(revision),
  };
}
