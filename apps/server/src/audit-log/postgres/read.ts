import type pg from 'pg';
import { inTransaction } from '../../state/postgres.ts';
import type {
  AuditFilter,
  AuditHoldings,
  AuditPage,
  AuditRange,
  AuditSearch,
  AuditSummary,
} from '../audit-log.ts';
import { firstIdAt, idBounds, timeOfId } from '../record-id.ts';
import { SummaryCounts, slotFor } from '../summary.ts';
import { DAY_MS, listDays } from './days.ts';
import { shapeCondition, Values } from './filter.ts';
import { bytesOfDay } from './prune.ts';
import { type FoundRecord, searchDay } from './search-day.ts';

/** The time limit of a search; the next one continues where it stopped. */
export interface SearchPace {
  readonly milliseconds: number;
  /** How many records are read between two checks of the time. */
  readonly step: number;
}

export async function searchDays(
  pool: pg.Pool,
  { from, to, filter, newestFirst, after, skip, limit }: AuditSearch,
  { milliseconds, step }: SearchPace,
): Promise<AuditPage> {
  const end = performance.now() + milliseconds;
  const isOver = () => performance.now() > end;
  const bounds = idBounds({ from, to }, newestFirst, after);
  if (bounds.first > bounds.last) return { records: [] };
  const days = await daysOf(pool, {
    from: timeOfId(bounds.first),
    to: timeOfId(bounds.last) + 1,
  });
  const wanted = skip + limit;
  const found: FoundRecord[] = [];
  const page = () => found.slice(skip);
  const ordered = newestFirst ? [...days].reverse() : days;
  for (const [index, day] of ordered.entries()) {
    const part = await searchDay(pool, day, {
      ...{ ...bounds, filter, newestFirst, step, isOver, limit: wanted - found.length },
    });
    found.push(...part.found);
    if (found.length >= wanted) return { records: page() };
    const next = ordered[index + 1];
    // Also checked between days, since a range may have many.
    const reached = part.reached ?? (next && isOver() ? edgeOf(next.day, newestFirst) : undefined);
    if (reached !== undefined) {
      return { records: page(), reached: { id: String(reached), time: timeOfId(reached) } };
    }
  }
  return { records: page() };
}

/** The id after which a day begins. */
function edgeOf(day: number, newestFirst: boolean): number {
  return newestFirst ? firstIdAt((day + 1) * DAY_MS) : firstIdAt(day * DAY_MS) - 1;
}

export async function summarize(
  pool: pg.Pool,
  range: AuditRange,
  filter: AuditFilter,
): Promise<AuditSummary> {
  const { from, to } = range;
  const { span, step } = slotFor(range);
  const counts = new SummaryCounts(step, range);
  const [first, last] = [Math.floor(from / DAY_MS), Math.floor(to / DAY_MS)];
  const values = new Values([first, last, span, Math.floor(from / span), Math.ceil(to / span)]);
  const condition = shapeCondition(filter, values);
  const ofShapes = condition === '' ? '' : `AND ${condition}`;
  // Grouped by time and by shape separately: the combinations may be as many as the records.
  const grouped = (column: 'slot' | 'shape', what: string) =>
    `SELECT ${what}, SUM(counted.calls)::bigint AS calls FROM audit_shapes AS shapes JOIN (
       SELECT day, shape, ${column} AS key, SUM(calls) AS calls FROM audit_counts
       WHERE day BETWEEN $1 AND $2 AND span = $3 AND slot >= $4 AND slot < $5
       GROUP BY day, shape, ${column}) AS counted
       ON counted.day = shapes.day AND counted.shape = shapes.id
     WHERE shapes.day BETWEEN $1 AND $2 ${ofShapes} GROUP BY ${what}`;
  await inTransaction(pool, async (query) => {
    await query('SET LOCAL jit = off');
    const slots = await query(grouped('slot', 'key, status_code'), values.list);
    for (const row of slots) counts.addSlot(Number(row.key) * span, row);
    const tops = 'api, bucket, status, status_code, access_key, parent_user';
    for (const row of await query(grouped('shape', tops), values.list)) counts.addTops(row);
  });
  return counts.summary();
}

export function readHoldings(pool: pg.Pool): Promise<AuditHoldings> {
  return inTransaction(pool, async (query) => {
    const days = await listDays(query);
    let bytes = 0;
    for (const { day } of days) bytes += await bytesOfDay(query, day);
    const [ends] = await query('SELECT MIN(id) AS oldest, MAX(id) AS newest FROM audit_records');
    const records = days.reduce((sum, day) => sum + day.records, 0);
    if (typeof ends?.oldest !== 'number' || typeof ends.newest !== 'number') {
      return { records, bytes };
    }
    return { records, bytes, oldest: timeOfId(ends.oldest), newest: timeOfId(ends.newest) };
  });
}

function daysOf(pool: pg.Pool, { from, to }: AuditRange) {
  return inTransaction(pool, (query) =>
    listDays(query, Math.floor(from / DAY_MS), Math.floor(to / DAY_MS)),
  );
}
