import { createHash } from 'node:crypto';
import type { LoginCounts } from './login-counts.ts';
import type { Sql } from './sql.ts';

/** Makes all keys the same length, and keeps account names out of the table. */
const idOf = (kind: string, key: string) =>
  createHash('sha256').update(`${kind}\n${key}`).digest('base64url');

/**
 * Stores login counts in a table of the console's database. An entry that ends later than one
 * starting now would was made before the clock was set back, and is ignored.
 */
export function loginCountTable(sql: Sql): LoginCounts {
  return {
    async add(key, now, windowMs) {
      // Doubled, since the clocks of consoles that share the table differ slightly.
      const isOver = '(login_counts.ends_at <= $3 OR login_counts.ends_at > $4)';
      const [row] = await sql.query(
        `INSERT INTO login_counts (id, value, ends_at) VALUES ($1, 1, CAST($2 AS BIGINT))
         ON CONFLICT (id) DO UPDATE SET
           value = CASE WHEN ${isOver} THEN 1 ELSE login_counts.value + 1 END,
           ends_at = CASE WHEN ${isOver} THEN excluded.ends_at ELSE login_counts.ends_at END
         RETURNING value`,
        [idOf('attempts', key), now + windowMs, now, now + 2 * windowMs],
      );
      return Number(row?.value) - 1;
    },
    async takeBack(key, now) {
      await sql.query(
        `UPDATE login_counts SET value = value - 1 WHERE id = $1 AND ends_at > $2 AND value > 0`,
        [idOf('attempts', key), now],
      );
    },
    async nextTurn(key, now, distance, atMost) {
      const isOver = '(login_counts.value <= $5 OR login_counts.value > $6)';
      // Here the value is the time of the last turn granted, which is also when the entry ends.
      const [row] = await sql.query(
        `INSERT INTO login_counts (id, value, ends_at)
         VALUES ($1, CAST($2 AS BIGINT), CAST($2 AS BIGINT))
         ON CONFLICT (id) DO UPDATE SET
           value = CASE WHEN ${isOver} THEN excluded.value ELSE login_counts.value + $3 END,
           ends_at = CASE WHEN ${isOver} THEN excluded.value ELSE login_counts.value + $3 END
         WHERE login_counts.value + $3 <= $4 OR ${isOver}
         RETURNING value`,
        [idOf('turns', key), now + distance, distance, now + atMost, now, now + 2 * atMost],
      );
      return row && Number(row.value) - now;
    },
    async remember(key, until) {
      await sql.query(
        `INSERT INTO login_counts (id, value, ends_at) VALUES ($1, 1, CAST($2 AS BIGINT))
         ON CONFLICT (id) DO UPDATE SET ends_at = excluded.ends_at`,
        [idOf('known', key), until],
      );
    },
    async isRemembered(key, now) {
      const text = 'SELECT id FROM login_counts WHERE id = $1 AND ends_at > $2';
      const rows = await sql.query(text, [idOf('known', key), now]);
      return rows.length > 0;
    },
    async prune(now, atMost) {
      await sql.query(
        `DELETE FROM login_counts WHERE ends_at <= $1 OR ends_at <= (
           SELECT ends_at FROM login_counts ORDER BY ends_at DESC LIMIT 1 OFFSET $2
         )`,
        [now, atMost],
      );
    },
  };
}
