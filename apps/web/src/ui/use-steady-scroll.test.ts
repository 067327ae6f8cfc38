import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useSteadyScroll } from './use-steady-scroll.ts';

const scrollBy = vi.fn();
beforeEach(() => {
  scrollBy.mockReset();
  vi.stubGlobal('scrollBy', scrollBy);
});

const named = (prefix: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `${prefix}${from + at}`);
const byName = { column: 'name', descending: false };

function list(rows: readonly string[], first: number) {
  const start = { rows, first, rowsBefore: 0, sort: byName };
  const { rerender } = renderHook((now) => useSteadyScroll(now, (row) => row, 40), {
    initialProps: start,
  });
  return (change: Partial<typeof start>) => rerender({ ...start, ...change });
}

it('keeps the rows on the screen where they are when a folder comes in above them', () => {
  const change = list(named('file', 0, 1000), 700);
  change({ rows: ['one/', 'two/', ...named('file', 0, 2000)] });
  expect(scrollBy.mock.calls).toEqual([[0, 80]]);
});

it('keeps them when a page above is let go and a folder comes in at once', () => {
  const change = list(named('file', 0, 3000), 2500);
  change({ rows: ['one/', ...named('file', 1000, 4000)], rowsBefore: 1000 });
  expect(scrollBy.mock.calls).toEqual([[0, -999 * 40]]);
});

it('moves nothing while the beginning is in sight, nor where nothing came in above', () => {
  const atTheBeginning = list(named('file', 0, 50), 0);
  atTheBeginning({ rows: ['one/', ...named('file', 0, 60)] });
  const below = list(named('file', 0, 1000), 700);
  below({ rows: named('file', 0, 2000) });
  expect(scrollBy).not.toHaveBeenCalled();
});

it('moves nothing when another order is asked for, or another list', () => {
  const change = list(named('file', 0, 1000), 700);
  change({ rows: named('file', 0, 1000).reverse(), sort: { column: 'name', descending: true } });
  const other = list(named('file', 0, 1000), 700);
  other({ rows: named('other', 0, 1000) });
  expect(scrollBy).not.toHaveBeenCalled();
});
