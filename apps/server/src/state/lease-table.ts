import type { LeaseStore } from './lease-store.ts';
import type { Sql } from './sql.ts';

/**
 * Stores leases in a table of the console's database, using the database's clock. One that ends
 * later than twice its duration from now was taken before that clock was set back, and is ignored.
 */
export function leaseTable(sql: Sql): LeaseStore {
  const end = (place: string) => `${sql.now} + CAST(${place} AS BIGINT)`;
  return {
    async take(name, holder, milliseconds) {
      const rows = await sql.query(
        `INSERT INTO leases (name, holder, ends_at) VALUES ($1, $2, ${end('$3')})
         ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends_at = excluded.ends_at
         WHERE leases.ends_at <= ${sql.now} OR leases.holder = excluded.holder
           OR leases.ends_at > ${end('2 * $3')}
         RETURNING name`,
        [name, holder, milliseconds],
      );
      return rows.length > 0;
    },
    async renew(name, holder, milliseconds) {
      const rows = await sql.query(
        `UPDATE leases SET ends_at = ${end('$3')} WHERE name = $1 AND holder = $2 RETURNING name`,
        [name, holder, milliseconds],
      );
      return rows.length > 0;
    },
    async release(name, holder) {
      await sql.query('DELETE FROM leases WHERE name = $1 AND holder = $2', [name, holder]);
    },
    async prune() {
      await sql.query(`DELETE FROM leases WHERE ends_at <= ${sql.now}`);
    },
  };
}
