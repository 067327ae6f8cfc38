import { createHash } from 'node:crypto';
import type { Query } from '../../state/postgres.ts';
import type { AuditRecord } from '../audit-record.ts';
import { firstIdAt, preferredId } from '../record-id.ts';
import { arrayText } from './array-text.ts';
import { DAY_MS, type DayTables, idsOf, lockDay, tablesOf } from './days.ts';
import { Values } from './filter.ts';

/** Lengths in milliseconds of the slots in which calls are counted. */
export const SPANS = [60_000, 3_600_000] as const;

/** A record that is being assigned an id. */
interface Placed {
  readonly record: AuditRecord;
  readonly shape: string;
  id: number;
  /** The step grows: otherwise the records of one millisecond would form one long run. */
  step: number;
}

/**
 * Adds records by day; known records are left unchanged.
 * @returns the days that have no partitions yet, in which case nothing was added
 */
export async function appendToDays(
  query: Query,
  days: readonly (readonly [number, readonly AuditRecord[]])[],
): Promise<readonly number[]> {
  const missing: number[] = [];
  // One console at a time: otherwise two consoles could lock shared rows in different orders.
  for (const [day] of days) if (!(await lockDay(query, day))) missing.push(day);
  if (missing.length > 0) return missing;
  for (const [day, records] of days) await appendToDay(query, day, records);
  return [];
}

async function appendToDay(
  query: Query,
  day: number,
  records: readonly AuditRecord[],
): Promise<void> {
  const tables = tablesOf(day);
  const added = await insertRecords(query, tables, day, placed(records));
  if (added.length === 0) return;
  const values = new Values([day]);
  const shapes = countShapes(tables, values, added);
  const counts = countSlots(tables, values, added);
  const more = values.add(added.length);
  // A single statement saves round trips to the database.
  await query(
    `WITH shapes AS (${shapes}), counts AS (${counts})
     UPDATE audit_days
     SET records = records + ${more}::bigint, peak = GREATEST(peak, records + ${more}::bigint)
     WHERE day = $1`,
    values.list,
  );
}

function placed(records: readonly AuditRecord[]): readonly Placed[] {
  const shapes = new Map<string, string>();
  return records.map((record) => {
    const text = shapeText(record);
    const shape = shapes.get(text) ?? shapeId(text);
    shapes.set(text, shape);
    return { record, shape, id: preferredId(record.time, record.requestId), step: 1 };
  });
}

async function insertRecords(
  query: Query,
  { records }: DayTables,
  day: number,
  all: readonly Placed[],
): Promise<readonly Placed[]> {
  const added: Placed[] = [];
  for (let pending = all; pending.length > 0; ) {
    const candidates = placesWithin(pending, day);
    const rows = await query(
      `INSERT INTO ${records}
         (id, shape, object, objects, received, sent, nanoseconds, remote_host, request_id, error)
       SELECT * FROM unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[], $5::bigint[],
         $6::bigint[], $7::bigint[], $8::text[], $9::text[], $10::text[])
       ON CONFLICT (id) DO NOTHING RETURNING id`,
      columnsOf(candidates),
    );
    const inserted = new Set(rows.map(({ id }) => Number(id)));
    added.push(...candidates.filter(({ id }) => inserted.has(id)));
    const refused = candidates.filter(({ id }) => !inserted.has(id));
    pending = await withoutKnown(query, records, day, refused);
  }
  return added;
}

/** The records of a batch without duplicates, each at an id of its own. */
function placesWithin(pending: readonly Placed[], day: number): readonly Placed[] {
  const places = new Map<number, Placed>();
  for (const one of pending) {
    let other = places.get(one.id);
    while (other !== undefined && !isSame(one, other.record.requestId, other.shape)) {
      moveOn(one, day);
      other = places.get(one.id);
    }
    if (other === undefined) places.set(one.id, one);
  }
  return [...places.values()];
}

/** Those whose ids are taken by other records, moved to their next ids. */
async function withoutKnown(
  query: Query,
  records: string,
  day: number,
  refused: readonly Placed[],
): Promise<readonly Placed[]> {
  if (refused.length === 0) return [];
  const rows = await query(
    `SELECT id, request_id, shape FROM ${records} WHERE id = ANY($1::bigint[])`,
    [refused.map(({ id }) => id)],
  );
  const holders = new Map(rows.map((row) => [Number(row.id), row]));
  const unknown = refused.filter((one) => {
    const holder = holders.get(one.id);
    return !isSame(one, holder?.request_id, holder?.shape);
  });
  for (const one of unknown) moveOn(one, day);
  return unknown;
}

function isSame({ record, shape }: Placed, requestId: unknown, otherShape: unknown): boolean {
  return record.requestId === requestId && shape === otherShape;
}

function moveOn(one: Placed, day: number): void {
  one.id += one.step;
  one.step += 1;
  // The next day has its own partition: a record past the end of the day moves back one second.
  if (one.id > idsOf(day).last) one.id -= firstIdAt(1000);
}

function columnsOf(rows: readonly Placed[]): readonly string[] {
  const of = (field: (record: AuditRecord) => string | number) =>
    rows.map(({ record }) => field(record));
  return [
    ...[rows.map(({ id }) => id), rows.map(({ shape }) => shape)],
    ...[of(({ object }) => object), of(({ objects }) => objects)],
    ...[of(({ received }) => received), of(({ sent }) => sent)],
    ...[of(({ nanoseconds }) => nanoseconds), of(({ remoteHost }) => remoteHost)],
    ...[of(({ requestId }) => requestId), of(({ error }) => error)],
  ].map(arrayText);
}

/** The statement that adds to the calls per shape; the first of the values is the day. */
function countShapes({ shapes }: DayTables, values: Values, added: readonly Placed[]): string {
  const calls = new Map<string, { readonly record: AuditRecord; calls: number }>();
  for (const { shape, record } of added) {
    const counted = calls.get(shape);
    if (counted) counted.calls += 1;
    else calls.set(shape, { record, calls: 1 });
  }
  const rows = [...calls.values()];
  const of = (field: (record: AuditRecord) => unknown) => rows.map(({ record }) => field(record));
  const columns = [
    `${values.add([...calls.keys()])}::uuid[]`,
    `${values.add(of(({ api }) => api))}::text[]`,
    `${values.add(of(({ bucket }) => bucket))}::text[]`,
    `${values.add(of(({ status }) => status))}::text[]`,
    `${values.add(of(({ statusCode }) => statusCode))}::bigint[]`,
    `${values.add(of(({ userAgent }) => userAgent))}::text[]`,
    `${values.add(of(({ accessKey }) => accessKey))}::text[]`,
    `${values.add(of(({ parentUser }) => parentUser))}::text[]`,
    `${values.add(rows.map((row) => row.calls))}::bigint[]`,
  ];
  return `INSERT INTO ${shapes}
       (day, id, api, bucket, status, status_code, user_agent, access_key, parent_user, calls)
     SELECT $1::integer, * FROM unnest(${columns.join(', ')})
     ON CONFLICT (day, id) DO UPDATE SET calls = ${shapes}.calls + excluded.calls`;
}

/** The statement that adds to the calls per slot; the first of the values is the day. */
function countSlots({ counts }: DayTables, values: Values, added: readonly Placed[]): string {
  const calls = new Map<string, number>();
  for (const { record, shape } of added) {
    for (const span of SPANS) {
      const key = `${span} ${Math.floor(record.time / span)} ${shape}`;
      calls.set(key, (calls.get(key) ?? 0) + 1);
    }
  }
  const keys = [...calls.keys()].map((key) => key.split(' '));
  const part = (index: number) => values.add(keys.map((key) => key[index]));
  const columns = [
    ...[`${part(0)}::integer[]`, `${part(1)}::bigint[]`, `${part(2)}::uuid[]`],
    `${values.add([...calls.values()])}::bigint[]`,
  ];
  return `INSERT INTO ${counts} (day, span, slot, shape, calls)
     SELECT $1::integer, * FROM unnest(${columns.join(', ')})
     ON CONFLICT (day, span, slot, shape) DO UPDATE SET calls = ${counts}.calls + excluded.calls`;
}

function shapeText(record: AuditRecord): string {
  return JSON.stringify([
    ...[record.api, record.bucket, record.status, record.statusCode],
    ...[record.userAgent, record.accessKey, record.parentUser],
  ]);
}

/** Equal for equal values on every console. */
function shapeId(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  const [a, b, c, d, e] = [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ].map(([from, to]) => hash.slice(from, to));
  return `${a}-${b}-${c}-${d}-${e}`;
}

/** The records grouped by day, oldest day first. */
export function byDays(records: readonly AuditRecord[]): [number, AuditRecord[]][] {
  const days = new Map<number, AuditRecord[]>();
  for (const record of records) {
    const day = Math.floor(record.time / DAY_MS);
    const others = days.get(day);
    if (others) others.push(record);
    else days.set(day, [record]);
  }
  return [...days].sort(([one], [other]) => one - other);
}
