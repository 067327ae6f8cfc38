import { useLayoutEffect, useRef } from 'react';
import type { DataTableSort } from './data-table-column.ts';

interface SteadyRows<Row> {
  readonly rows: readonly Row[];
  /** Number of earlier rows that have been dropped. */
  readonly rowsBefore: number;
  readonly sort: DataTableSort | undefined;
  /** Index of the first visible row. */
  readonly first: number;
}

/**
 * Returns by how many rows the first visible row has moved down. 0 if it is gone, if the list was
 * at its top, or if the sort order was changed.
 */
function shiftOf<Row>(
  was: SteadyRows<Row>,
  now: SteadyRows<Row>,
  keyOf: (row: Row) => string,
): number {
  const sorted = was.sort?.column === now.sort?.column;
  if (!sorted || was.sort?.descending !== now.sort?.descending) return 0;
  const letGo = now.rowsBefore - was.rowsBefore;
  const row = was.rows[was.first];
  if (row === undefined) return now.rows.length === 0 ? 0 : -letGo;
  if (was.first === 0 && was.rowsBefore === 0) return 0;
  const key = keyOf(row);
  const expected = now.rows[was.first - letGo];
  if (expected !== undefined && keyOf(expected) === key) return -letGo;
  const at = now.rows.findIndex((other) => keyOf(other) === key);
  return at === -1 ? 0 : at - was.first;
}

/**
 * Keeps the visible rows in place when rows above them are added or removed: pages that are dropped
 * and reloaded, a folder of a later page sorted to the top, deletions.
 */
export function useSteadyScroll<Row>(
  now: SteadyRows<Row>,
  keyOf: (row: Row) => string,
  rowHeight: number,
): void {
  const before = useRef(now);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = now;
    if (was.rows === now.rows) return;
    const shift = shiftOf(was, now, keyOf);
    if (shift !== 0) window.scrollBy(0, shift * rowHeight);
  });
}
