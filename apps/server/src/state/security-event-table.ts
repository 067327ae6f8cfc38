import { z } from 'zod';
import { SECURITY_EVENTS, type SecurityEventStore } from '../security-log/security-event.ts';
import type { Sql } from './sql.ts';

const Stored = z.object({
  at: z.number(),
  event: z.enum(SECURITY_EVENTS),
  account: z.string(),
  address: z.string(),
  reason: z.string(),
});

/** Keeps security events in a table of the console's database. */
export function securityEventTable(sql: Sql): SecurityEventStore {
  return {
    async append({ at, event, account, address, reason }) {
      await sql.query(
        `INSERT INTO security_events (at, event, account, address, reason)
         VALUES ($1, $2, $3, $4, $5)`,
        [at, event, account, address, reason],
      );
    },
    async latest(limit) {
      const rows = await sql.query(
        'SELECT at, event, account, address, reason FROM security_events ORDER BY id DESC LIMIT $1',
        [limit],
      );
      return rows.map((row) => Stored.parse(row));
    },
    async prune(notBefore, perEvent) {
      await sql.query('DELETE FROM security_events WHERE at < $1', [notBefore]);
      for (const event of SECURITY_EVENTS) {
        await sql.query(
          `DELETE FROM security_events WHERE event = $1 AND id <= (
             SELECT id FROM security_events WHERE event = $1 ORDER BY id DESC LIMIT 1 OFFSET $2
           )`,
          [event, perEvent],
        );
      }
    },
  };
}
