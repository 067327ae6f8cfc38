import { describe, expect, it } from 'vitest';
import { folderRows, type ObjectRow, objectRow, sortRows } from './object-row.ts';

const listing = [
  { name: 'p/b.txt', size: 10, last_modified: '2026-01-03T00:00:00Z' },
  { name: 'p/z/' },
  { name: 'p/a.txt', size: 30, last_modified: '2026-01-01T00:00:00Z' },
  { name: 'p/m/' },
  { name: 'p/c.txt', size: 20, last_modified: '2026-01-02T00:00:00Z' },
];
const names = (rows: readonly ObjectRow[]) => rows.map((row) => row.name);

describe('rows of a folder', () => {
  it('names rows within their folder and leaves out the marker of the folder itself', () => {
    const rows = folderRows('p/', [{ name: 'p/', size: 0 }, ...listing]);
    expect(names(rows)).toEqual(['b.txt', 'z', 'a.txt', 'm', 'c.txt']);
    expect(rows[1]).toMatchObject({ key: 'p/z/', isFolder: true, size: undefined });
  });

  it('shows a folder without a name as a slash', () => {
    expect(objectRow({ name: 'p//' })).toMatchObject({ name: '/', isFolder: true });
  });

  it('takes a date that it cannot read as unknown', () => {
    expect(objectRow({ name: 'x', last_modified: 'yesterday' }).modified).toBeUndefined();
  });
});

describe('order of rows', () => {
  const rows = folderRows('p/', listing);
  it.each([
    ['name', false, ['m', 'z', 'a.txt', 'b.txt', 'c.txt']],
    ['name', true, ['z', 'm', 'c.txt', 'b.txt', 'a.txt']],
    ['size', false, ['m', 'z', 'b.txt', 'c.txt', 'a.txt']],
    ['size', true, ['m', 'z', 'a.txt', 'c.txt', 'b.txt']],
    ['modified', false, ['m', 'z', 'a.txt', 'c.txt', 'b.txt']],
    ['modified', true, ['m', 'z', 'b.txt', 'c.txt', 'a.txt']],
  ] as const)('by %s, descending %s: folders come first [OBJ-05]', (column, descending, order) => {
    expect(names(sortRows(rows, { column, descending }))).toEqual(order);
  });

  it('sorts 100,000 rows without mutating what it was given', () => {
    const many = Array.from({ length: 100_000 }, (_, i) =>
      objectRow({ name: `k${(i * 7919) % 100_000}`, size: i }),
    );
    const first = many[0];
    const sorted = sortRows(many, { column: 'size', descending: true });
    expect(sorted[0]?.size).toBe(99_999);
    expect(many[0]).toBe(first);
  });
});
