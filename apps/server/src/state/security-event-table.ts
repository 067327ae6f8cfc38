import { SECURITY_EVENTS } from '@stowage/contract/security-log';
import { z } from 'zod';
import type { SecurityEventStore, SecuritySearch } from '../security-log/security-event.ts';
import type { Sql, SqlValue } from './sql.ts';

const Stored = z.object({
  at: z.number(),
  event: z.enum(SECURITY_EVENTS),
  account: z.string(),
  address: z.string(),
  reason: z.string(),
});

const Found = Stored.extend({ id: z.number() });

/** Stores security events in a table of the console's database. */
export function securityEventTable(sql: Sql): SecurityEventStore {
  return {
    async append({ at, event, account, address, reason }, server = '') {
      await sql.query(
        `INSERT INTO security_events (at, event, account, address, reason, server)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [at, event, account, address, reason, server],
      );
    },
    async latest(limit) {
      const rows = await sql.query(
        'SELECT at, event, account, address, reason FROM security_events ORDER BY id DESC LIMIT $1',
        [limit],
      );
      return rows.map((row) => Stored.parse(row));
    },
    async search(search) {
      const { text, values } = conditionOf(search);
      const rows = await sql.query(
        `SELECT id, at, event, account, address, reason FROM security_events
         WHERE ${text} ORDER BY id DESC LIMIT $1`,
        values,
      );
      return rows.map((row) => Found.parse(row));
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

/** The search as an SQL condition; its first value is the limit. */
function conditionOf({ server, account = '', event, before, limit }: SecuritySearch) {
  const values: SqlValue[] = [limit];
  const given = (value: SqlValue) => `$${values.push(value)}`;
  // Consoles of two versions may share the table: events that only the newer one knows are skipped.
  const known = `event IN (${SECURITY_EVENTS.map(given).join(', ')})`;
  const parts = [`server = ${given(server)}`, known];
  if (event !== undefined) parts.push(`event = ${given(event)}`);
  if (before !== undefined) parts.push(`id < ${given(before)}`);
  if (account !== '') {
    const pattern = `%${account.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    parts.push(`lower(account) LIKE ${given(pattern)} ESCAPE '\\'`);
  }
  return { text: parts.join(' AND '), values };
}
