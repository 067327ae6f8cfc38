import type { Query } from '../../state/postgres.ts';
import { firstIdAt } from '../record-id.ts';

export const DAY_MS = 86_400_000;

/** A day that has partitions. */
export interface KeptDay {
  /** Days since the epoch. */
  readonly day: number;
  readonly records: number;
  /** The largest number of records it has held: its partition has room for that many. */
  readonly peak: number;
  /** Whether object names have a trigram index. */
  readonly parts: boolean;
}

/** The partitions of a day. */
export interface DayTables {
  readonly shapes: string;
  readonly records: string;
  readonly counts: string;
}

/** Any number will do, as long as every console uses the same. */
const LOCK = 5_707_140_918;

export function tablesOf(day: number): DayTables {
  const suffix = new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
  return {
    shapes: `audit_shapes_${suffix}`,
    records: `audit_records_${suffix}`,
    counts: `audit_counts_${suffix}`,
  };
}

/** The lowest and the highest id of a day. */
export function idsOf(day: number): { readonly first: number; readonly last: number } {
  return { first: firstIdAt(day * DAY_MS), last: firstIdAt((day + 1) * DAY_MS) - 1 };
}

/** The days of a range, oldest first. */
export async function listDays(
  query: Query,
  first = 0,
  last = 2_147_483_647,
): Promise<readonly KeptDay[]> {
  const rows = await query(
    'SELECT day, records, peak, parts FROM audit_days WHERE day BETWEEN $1 AND $2 ORDER BY day',
    [first, last],
  );
  return rows.map((row) => ({
    day: Number(row.day),
    records: Number(row.records),
    peak: Number(row.peak),
    parts: row.parts === true,
  }));
}

/** Creates the partitions of a day unless another console has done so. */
export async function createDay(query: Query, day: number): Promise<void> {
  await query(`SELECT pg_advisory_xact_lock(${LOCK})`);
  const [there] = await listDays(query, day, day);
  if (there !== undefined) return;
  const { shapes, records, counts } = tablesOf(day);
  const { first, last } = idsOf(day);
  const ofDay = `FOR VALUES FROM (${day}) TO (${day + 1})`;
  await query(`CREATE TABLE ${shapes} PARTITION OF audit_shapes ${ofDay}`);
  await query(
    `CREATE TABLE ${records} PARTITION OF audit_records FOR VALUES FROM (${first}) TO (${last + 1})`,
  );
  await query(`CREATE TABLE ${counts} PARTITION OF audit_counts ${ofDay}`);
  await query(indexOfParts(records));
  await query(
    `INSERT INTO audit_days (day, records, peak, parts) VALUES ($1, 0, 0, to_regclass($2) IS NOT NULL)`,
    [day, `${records}_parts`],
  );
}

/** Drops a day; dropping whole partitions costs the database next to nothing. */
export async function dropDay(query: Query, day: number): Promise<void> {
  if (!(await lockDay(query, day))) return;
  // In the order in which others lock them, to avoid deadlocks.
  const { shapes, records, counts } = tablesOf(day);
  for (const table of [shapes, records, counts]) await query(`DROP TABLE IF EXISTS ${table}`);
  await query('DELETE FROM audit_days WHERE day = $1', [day]);
}

/**
 * Makes other writers to a day wait for the end of the transaction. Returns false if the day is
 * gone.
 */
export async function lockDay(query: Query, day: number): Promise<boolean> {
  const rows = await query('SELECT 1 FROM audit_days WHERE day = $1 FOR UPDATE', [day]);
  return rows.length > 0;
}

/** Searches read more if the role may not create the extension or the server lacks it. */
function indexOfParts(records: string): string {
  return `DO $$ BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX ${records}_parts ON ${records} USING gin ((object || objects) gin_trgm_ops);
  EXCEPTION WHEN insufficient_privilege OR undefined_file OR undefined_object OR feature_not_supported THEN
    NULL;
  END $$`;
}
