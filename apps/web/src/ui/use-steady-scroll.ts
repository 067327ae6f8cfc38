import { useLayoutEffect, useRef } from 'react';
import type { DataTableSort } from './data-table-column.ts';

interface SteadyRows<Row> {
  readonly rows: readonly Row[];
  /** Rows before the first one here, which have been let go. */
  readonly rowsBefore: number;
  readonly sort: DataTableSort | undefined;
  /** Index of the first row on the screen. */
  readonly first: number;
}

/**
 * How many rows further down the first row on the screen is than it was. 0 where it is gone, where
 * the list was read from its beginning, and where somebody asked for another order.
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
 * Keeps what is on the screen in place when rows above it come or go: pages that are let go and come
 * back, a folder of a later page that belongs to the folders at the top, something deleted.
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
