import { z } from 'zod';
import type { SessionStore, StoredSession } from './session-store.ts';
import type { Row, Sql } from './sql.ts';

const Stored = z.object({
  key: z.string(),
  owner: z.string(),
  sealed: z.instanceof(Uint8Array),
  created_at: z.number(),
  used_at: z.number(),
  expires_at: z.number(),
  revision: z.number(),
});

/** Stores sessions in a table of the console's database. */
export function sessionTable(sql: Sql): SessionStore {
  return {
    async insert({ key, owner, sealed, createdAt, usedAt, expiresAt, revision }) {
      await sql.query(
        `INSERT INTO sessions (key, owner, sealed, created_at, used_at, expires_at, revision)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [key, owner, sealed, createdAt, usedAt, expiresAt, revision],
      );
    },
    async find(key) {
      const [row] = await sql.query('SELECT * FROM sessions WHERE key = $1', [key]);
      return row && toSession(row);
    },
    async countOpen(now) {
      const text = 'SELECT COUNT(*) AS sessions FROM sessions WHERE expires_at > $1';
      const [row] = await sql.query(text, [now]);
      return Number(row?.sessions ?? 0);
    },
    async ofOwner(owner) {
      const text = 'SELECT * FROM sessions WHERE owner = $1 ORDER BY used_at DESC';
      return (await sql.query(text, [owner])).map(toSession);
    },
    async open(now, limit) {
      const text =
        'SELECT * FROM sessions WHERE expires_at > $1 ORDER BY used_at DESC, key LIMIT $2';
      return (await sql.query(text, [now, limit])).map(toSession);
    },
    async openOf(keys, now) {
      if (keys.length === 0) return new Set();
      const places = keys.map((_, index) => `$${index + 2}`).join(', ');
      const text = `SELECT key FROM sessions WHERE expires_at > $1 AND key IN (${places})`;
      return new Set((await sql.query(text, [now, ...keys])).map(({ key }) => String(key)));
    },
    async touch(key, usedAt, expiresAt) {
      const text = 'UPDATE sessions SET used_at = $1, expires_at = $2 WHERE key = $3';
      await sql.query(text, [usedAt, expiresAt, key]);
    },
    async reseal(key, revision, sealed) {
      const rows = await sql.query(
        `UPDATE sessions SET sealed = $1, revision = revision + 1
         WHERE key = $2 AND revision = $3 RETURNING key`,
        [sealed, key, revision],
      );
      return rows.length > 0;
    },
    async delete(key) {
      const rows = await sql.query('DELETE FROM sessions WHERE key = $1 RETURNING key', [key]);
      return rows.length > 0;
    },
    async takeExpired(now, limit) {
      const rows = await sql.query(
        `DELETE FROM sessions WHERE key IN (
           SELECT key FROM sessions WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2
         ) RETURNING *`,
        [now, limit],
      );
      return rows.map(toSession);
    },
  };
}

function toSession(row: Row): StoredSession {
  const { created_at, used_at, expires_at, ...rest } = Stored.parse(row);
  return { ...rest, createdAt: created_at, usedAt: used_at, expiresAt: expires_at };
}
