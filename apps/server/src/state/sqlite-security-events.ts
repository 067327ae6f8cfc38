import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { SECURITY_EVENTS, type SecurityEventStore } from '../security-log/security-event.ts';

const Row = z.object({
  at: z.number(),
  event: z.enum(SECURITY_EVENTS),
  account: z.string(),
  address: z.string(),
  reason: z.string(),
});

/** Keeps security events in the console's SQLite file. */
export function sqliteSecurityEvents(database: DatabaseSync): SecurityEventStore {
  const append = database.prepare(
    'INSERT INTO security_events (at, event, account, address, reason) VALUES (?, ?, ?, ?, ?)',
  );
  const latest = database.prepare(
    'SELECT at, event, account, address, reason FROM security_events ORDER BY id DESC LIMIT ?',
  );
  const removeOld = database.prepare('DELETE FROM security_events WHERE at < ?');
  const removeMany = database.prepare(
    `DELETE FROM security_events WHERE event = ? AND id <= (
       SELECT id FROM security_events WHERE event = ? ORDER BY id DESC LIMIT 1 OFFSET ?
     )`,
  );
  return {
    async append({ at, event, account, address, reason }) {
      append.run(at, event, account, address, reason);
    },
    async latest(limit) {
      return latest.all(limit).map((row) => Row.parse(row));
    },
    async prune(notBefore, perEvent) {
      removeOld.run(notBefore);
      for (const event of SECURITY_EVENTS) removeMany.run(event, event, perEvent);
    },
  };
}
