import type pg from 'pg';
import { inTransaction, type Query } from '../../state/postgres.ts';
import type { Retention } from '../audit-log.ts';
import { firstIdAt } from '../record-id.ts';
import { SPANS } from './append.ts';
import { DAY_MS, dropDay, type KeptDay, listDays, lockDay, tablesOf } from './days.ts';

/** Records deleted at once; appends to the same day wait meanwhile. */
const DELETE_AT_ONCE = 50_000;

/** Drops days that are too old, then the oldest records while there are too many. */
export async function pruneDays(pool: pg.Pool, { days, bytes }: Retention): Promise<void> {
  const oldest = Math.floor((Date.now() - days * DAY_MS) / DAY_MS);
  const all = await inTransaction(pool, listDays);
  for (const { day } of all) if (day < oldest) await drop(pool, day);
  const kept = all.filter(({ day }) => day >= oldest);
  const sizes = await Promise.all(
    kept.map(({ day }) => inTransaction(pool, (query) => bytesOfDay(query, day))),
  );
  let sum = sizes.reduce((one, other) => one + other, 0);
  for (const [index, { day }] of kept.entries()) {
    if (sum <= bytes) return;
    if (index === kept.length - 1) return deleteOldest(pool, day, bytes);
    await drop(pool, day);
    sum -= sizes[index] ?? 0;
  }
}

/** The size in bytes of a day's partitions with their indexes; 0 if they are gone. */
export async function bytesOfDay(query: Query, day: number): Promise<number> {
  const [row] = await query(
    `SELECT SUM(pg_total_relation_size(to_regclass(name)))::bigint AS bytes FROM unnest($1::text[]) AS name`,
    [Object.values(tablesOf(day))],
  );
  return Number(row?.bytes ?? 0);
}

function drop(pool: pg.Pool, day: number): Promise<void> {
  return inTransaction(pool, (query) => dropDay(query, day));
}

/** Deletes the oldest records of the only remaining day until the rest fit. */
async function deleteOldest(pool: pg.Pool, day: number, bytes: number): Promise<void> {
  for (;;) {
    const more = await inTransaction(pool, async (query) => {
      if (!(await lockDay(query, day))) return false;
      const [kept] = await listDays(query, day, day);
      const tooMany = kept && surplus(kept, await bytesOfDay(query, day), bytes);
      if (!tooMany) return false;
      await deleteFirst(query, day, Math.min(tooMany, DELETE_AT_ONCE));
      return tooMany > DELETE_AT_ONCE;
    });
    if (!more) return;
  }
}

/**
 * The number of records beyond the limit. Deleting frees space within a partition but does not
 * shrink it: its size corresponds to the peak number of records it has held.
 */
function surplus({ records, peak }: KeptDay, size: number, bytes: number): number {
  return Math.max(0, records - Math.floor((peak * bytes) / size));
}

async function deleteFirst(query: Query, day: number, number: number): Promise<void> {
  const { shapes, records, counts } = tablesOf(day);
  const [minute, hour] = SPANS;
  const gone = await query(
    `WITH gone AS (
       DELETE FROM ${records} WHERE id IN (SELECT id FROM ${records} ORDER BY id LIMIT $1)
       RETURNING id, shape)
     SELECT shape, id / ${firstIdAt(minute)} AS minute, COUNT(*) AS calls FROM gone GROUP BY 1, 2`,
    [number],
  );
  const [ofShapes, minutes, calls] = ['shape', 'minute', 'calls'].map((column) =>
    gone.map((row) => row[column]),
  );
  const given = 'unnest($1::uuid[], $2::bigint[], $3::bigint[]) AS gone (shape, minute, calls)';
  for (const [span, slot] of [
    [minute, 'minute'],
    [hour, `minute / ${hour / minute}`],
  ]) {
    await query(
      `UPDATE ${counts} AS counts SET calls = counts.calls - gone.calls
       FROM (SELECT shape, ${slot} AS slot, SUM(calls) AS calls FROM ${given} GROUP BY 1, 2) AS gone
       WHERE span = ${span} AND counts.slot = gone.slot AND counts.shape = gone.shape`,
      [ofShapes, minutes, calls],
    );
  }
  await query(
    `UPDATE ${shapes} AS shapes SET calls = shapes.calls - gone.calls
     FROM (SELECT shape, SUM(calls) AS calls FROM ${given} GROUP BY 1) AS gone
     WHERE shapes.id = gone.shape`,
    [ofShapes, minutes, calls],
  );
  for (const table of [shapes, counts]) await query(`DELETE FROM ${table} WHERE calls <= 0`);
  const deleted = gone.reduce((sum, row) => sum + Number(row.calls), 0);
  await query('UPDATE audit_days SET records = records - $2 WHERE day = $1', [day, deleted]);
}
