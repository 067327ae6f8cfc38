import type { DatabaseSync } from 'node:sqlite';
import type { SessionStore, StoredSession } from './session-store.ts';

/** Keeps sessions in the console's SQLite file. */
export function sqliteSessions(database: DatabaseSync): SessionStore {
  const insert = database.prepare(
    `INSERT INTO sessions (key, owner, sealed, created_at, used_at, expires_at, revision)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const find = database.prepare('SELECT * FROM sessions WHERE key = ?');
  const ofOwner = database.prepare('SELECT * FROM sessions WHERE owner = ? ORDER BY used_at DESC');
  const touch = database.prepare('UPDATE sessions SET used_at = ?, expires_at = ? WHERE key = ?');
  const reseal = database.prepare(
    'UPDATE sessions SET sealed = ?, revision = revision + 1 WHERE key = ? AND revision = ?',
  );
  const remove = database.prepare('DELETE FROM sessions WHERE key = ?');
  const takeExpired = database.prepare(
    `DELETE FROM sessions WHERE key IN (
       SELECT key FROM sessions WHERE expires_at <= ? ORDER BY expires_at LIMIT ?
     ) RETURNING *`,
  );
  return {
    async insert({ key, owner, sealed, createdAt, usedAt, expiresAt, revision }) {
      insert.run(key, owner, sealed, createdAt, usedAt, expiresAt, revision);
    },
    async find(key) {
      const row = find.get(key);
      return row && toSession(row);
    },
    async ofOwner(owner) {
      return ofOwner.all(owner).map(toSession);
    },
    async touch(key, usedAt, expiresAt) {
      touch.run(usedAt, expiresAt, key);
    },
    async reseal(key, revision, sealed) {
      return reseal.run(sealed, key, revision).changes > 0;
    },
    async delete(key) {
      return remove.run(key).changes > 0;
    },
    async takeExpired(now, limit) {
      return takeExpired.all(now, limit).map(toSession);
    },
  };
}

type Row = Record<string, unknown>;

function toSession(row: Row): StoredSession {
  const { key, owner, sealed, created_at, used_at, expires_at, revision } = row;
  if (typeof key !== 'string' || typeof owner !== 'string' || !(sealed instanceof Uint8Array)) {
    throw new TypeError('a row of the sessions table has the wrong types');
  }
  return {
    key,
    owner,
    sealed,
    createdAt: Number(created_at),
    usedAt: Number(used_at),
    expiresAt: Number(expires_at),
    revision: Number(revision),
  };
}
