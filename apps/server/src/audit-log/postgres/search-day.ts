import type pg from 'pg';
import { inTransaction, type Query, sqlStateOf } from '../../state/postgres.ts';
import type { AuditFilter } from '../audit-log.ts';
import type { AuditRecord } from '../audit-record.ts';
import { timeOfId } from '../record-id.ts';
import { recordOfRow } from '../record-row.ts';
import { type KeptDay, tablesOf } from './days.ts';
import { namesOne, partsCondition, recordCondition, shapeCondition, Values } from './filter.ts';

/** Below this number, matching records are looked up one by one. */
const FEW_RECORDS = 4096;
/** An index scan that takes longer has many matches, and then a scan in order finds some soon. */
const LOOK_UP_MS = 400;
/** For a single statement; shorter than the response timeout of a call. */
const STATEMENT_MS = 4000;

const CANCELED = '57014';
const NO_TABLE = '42P01';

export interface DaySearch {
  /** The range of ids, inclusive. */
  readonly first: number;
  readonly last: number;
  readonly filter: AuditFilter;
  readonly newestFirst: boolean;
  readonly limit: number;
  /** How many records are read between two checks of the time. */
  readonly step: number;
  /** Whether the search is out of time. */
  readonly isOver: () => boolean;
}

export type FoundRecord = AuditRecord & { readonly id: string };

export interface DayFindings {
  readonly found: readonly FoundRecord[];
  /** The last id that was searched, if time ran out first. */
  readonly reached?: number;
}

/**
 * Searches one day: through an index if one leads to few records, otherwise by reading records in
 * order.
 */
export async function searchDay(
  pool: pg.Pool,
  day: KeptDay,
  search: DaySearch,
): Promise<DayFindings> {
  try {
    const shapes = await countShapes(pool, day, search.filter);
    if (shapes?.calls === 0) return { found: [] };
    const few = shapes !== undefined && shapes.calls <= FEW_RECORDS;
    const found = await lookUp(pool, day, search, few);
    return found === undefined ? await readThrough(pool, day, search) : { found };
  } catch (error) {
    // Dropped in the meantime.
    if (sqlStateOf(error) === NO_TABLE) return { found: [] };
    throw error;
  }
}

/** How many calls the matching shapes have; undefined if the filter has no condition on shapes. */
async function countShapes(
  pool: pg.Pool,
  { day }: KeptDay,
  filter: AuditFilter,
): Promise<{ readonly calls: number } | undefined> {
  const values = new Values();
  const condition = shapeCondition(filter, values);
  if (condition === '') return undefined;
  return inTransaction(pool, async (query) => {
    await limitTime(query, STATEMENT_MS);
    const [row] = await query(
      `SELECT COALESCE(SUM(calls), 0)::bigint AS calls FROM ${tablesOf(day).shapes} WHERE ${condition}`,
      values.list,
    );
    return { calls: Number(row?.calls) };
  });
}

/** The records found through an index; undefined if none applies, or the scan takes too long. */
async function lookUp(
  pool: pg.Pool,
  day: KeptDay,
  search: DaySearch,
  few: boolean,
): Promise<readonly FoundRecord[] | undefined> {
  const values = new Values();
  const parts = day.parts ? partsCondition(search.filter, values) : '';
  if (!few && parts === '' && !namesOne(search.filter)) return undefined;
  const { first, last, newestFirst, limit } = search;
  const tables = tablesOf(day.day);
  // "+ 0" rules out the primary index, which would scan the whole day.
  const conditions = [
    `id + 0 BETWEEN ${values.add(first)} AND ${values.add(last)}`,
    ...(parts === '' ? [] : [parts]),
    // With an array, the index on shapes is used; for many shapes a hash table is faster.
    ...conditionsOf(search.filter, values, tables.shapes, (ids) =>
      few ? `shape = ANY(ARRAY(${ids}))` : `shape IN (${ids})`,
    ),
  ];
  const order = newestFirst ? 'DESC' : 'ASC';
  const records = `SELECT * FROM ${tables.records} WHERE ${conditions.join(' AND ')}
    ORDER BY id + 0 ${order} LIMIT ${values.add(limit)}`;
  try {
    return await inTransaction(pool, async (query) => {
      await limitTime(query, LOOK_UP_MS);
      // A new partition lacks the statistics that show an index to be faster.
      await query('SET LOCAL enable_seqscan = off');
      return await readRecords(query, tables.shapes, records, values, order);
    });
  } catch (error) {
    if (sqlStateOf(error) === CANCELED) return undefined;
    throw error;
  }
}

/** Reads records in order, in batches, until enough are found or time runs out. */
async function readThrough(
  pool: pg.Pool,
  { day }: KeptDay,
  search: DaySearch,
): Promise<DayFindings> {
  const { newestFirst, limit } = search;
  const found: FoundRecord[] = [];
  let rest = search;
  let reached: number | undefined;
  while (rest.first <= rest.last) {
    try {
      const part = await readStep(pool, day, { ...rest, limit: limit - found.length });
      found.push(...part.found);
      reached = part.end;
    } catch (error) {
      if (sqlStateOf(error) === CANCELED && reached !== undefined) return { found, reached };
      throw error;
    }
    if (reached === undefined) return { found };
    if (search.isOver()) return { found, reached };
    rest = newestFirst ? { ...rest, last: reached - 1 } : { ...rest, first: reached + 1 };
  }
  return { found };
}

/** `end`: the last id that was read; undefined at the end of the day, or if enough were found. */
function readStep(
  pool: pg.Pool,
  day: number,
  { first, last, filter, newestFirst, limit, step }: DaySearch,
): Promise<{ readonly found: readonly FoundRecord[]; readonly end: number | undefined }> {
  const { records, shapes } = tablesOf(day);
  const order = newestFirst ? 'DESC' : 'ASC';
  const range = `FROM ${records} WHERE id BETWEEN $1 AND $2 ORDER BY id ${order}`;
  const values = new Values([first, last]);
  const conditions = conditionsOf(filter, values, shapes, (ids) => `shape IN (${ids})`);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const text = `SELECT * FROM (SELECT * ${range} LIMIT ${step}) AS part
    ${where} ORDER BY id ${order} LIMIT ${values.add(limit)}`;
  return inTransaction(pool, async (query) => {
    await limitTime(query, STATEMENT_MS);
    const found = await readRecords(query, shapes, text, values, order);
    if (found.length >= limit) return { found, end: undefined };
    const [end] = await query(`SELECT id ${range} OFFSET ${step - 1} LIMIT 1`, [first, last]);
    return { found, end: end === undefined ? undefined : Number(end.id) };
  });
}

/** @param ofShapes turns a query for shape ids into a condition */
function conditionsOf(
  filter: AuditFilter,
  values: Values,
  shapes: string,
  ofShapes: (wanted: string) => string,
): string[] {
  const ofShape = shapeCondition(filter, values);
  const ofRecord = recordCondition(filter, values);
  return [
    ...(ofShape === '' ? [] : [ofShapes(`SELECT id FROM ${shapes} WHERE ${ofShape}`)]),
    ...(ofRecord === '' ? [] : [ofRecord]),
  ];
}

async function readRecords(
  query: Query,
  shapes: string,
  records: string,
  values: Values,
  order: 'ASC' | 'DESC',
): Promise<readonly FoundRecord[]> {
  const rows = await query(
    `SELECT records.id AS number, records.*, shapes.* FROM ${shapes} AS shapes
       JOIN (${records}) AS records ON records.shape = shapes.id
     ORDER BY number ${order}`,
    values.list,
  );
  return rows.map((row) => {
    const id = Number(row.number);
    return { ...recordOfRow(timeOfId(id), row), id: String(id) };
  });
}

/** For this transaction only, as connection poolers require. */
async function limitTime(query: Query, milliseconds: number): Promise<void> {
  // JIT compilation takes longer than running a statement that reads little.
  await query(`SET LOCAL statement_timeout = ${milliseconds}; SET LOCAL jit = off`);
}
