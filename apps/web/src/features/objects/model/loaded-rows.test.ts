import { describe, expect, it } from 'vitest';
import { formatSort, holdsKey, orderedRows, parseSort } from './loaded-rows.ts';
import { objectRow } from './object-row.ts';

const pages = [
  { rows: [objectRow({ name: 'a' }), objectRow({ name: 'b/' })] },
  { rows: [objectRow({ name: 'c/' }), objectRow({ name: 'd', size: 5 })] },
];
const keys = (sort: string) => orderedRows(pages, parseSort(sort)).map(({ key }) => key);

describe('loaded rows', () => {
  it('brings folders of later pages to the front too', () => {
    expect(keys('')).toEqual(['b/', 'c/', 'a', 'd']);
    expect(keys('-name')).toEqual(['c/', 'b/', 'd', 'a']);
    expect(keys('-size')).toEqual(['b/', 'c/', 'd', 'a']);
  });

  it('knows which keys it has', () => {
    expect(holdsKey(pages, 'd')).toBe(true);
    expect(holdsKey(pages, 'b')).toBe(false);
  });
});

describe('the order in an address', () => {
  it.each(['-name', 'size', '-size', 'modified', '-modified'])('keeps %s', (text) => {
    expect(formatSort(parseSort(text))).toBe(text);
  });

  it.each(['', 'name', 'colour', '--size'])(
    'takes %j as by name, which needs no mention',
    (text) => {
      expect(parseSort(text)).toEqual({ column: 'name', descending: false });
      expect(formatSort(parseSort(text))).toBe('');
    },
  );
});
