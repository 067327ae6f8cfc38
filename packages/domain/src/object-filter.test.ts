import { describe, expect, it } from 'vitest';
import { compileObjectFilter, type ObjectFilter } from './object-filter.ts';

const found = (filter: ObjectFilter, keys: readonly string[], prefix = '') =>
  keys.filter((key) => compileObjectFilter(filter, prefix)({ key }));

describe('a filter of names', () => {
  it.each<[string, string, boolean]>([
    ['beach', 'photos/Beach.JPG', true],
    ['photos', 'photos/beach.jpg', false],
    ['2026', 'photos/2026/', true],
    ['*.jpg', 'photos/beach.JPG', true],
    ['*.jpg', 'beach.jpg.txt', false],
    ['?each.jpg', 'beach.jpg', true],
    ['?.jpg', '🎉.jpg', true],
    ['2026/*.jpg', 'photos/2026/beach.jpg', true],
    ['2026/*.jpg', 'photos/2025/beach.jpg', false],
    ['2026/*', 'photos/2026/', false],
    ['2026/*', 'photos/2026/summer/', true],
    ['.*', 'beach.jpg', false],
    ['[a-z]', 'beach.jpg', false],
    ['', 'anything', true],
  ])('%j and %s: %s', (name, key, matches) => {
    expect(found({ name }, [key], 'photos/').length === 1).toBe(matches);
  });

  it('finds a name in either normal form by the other', () => {
    const composed = 'caf\u00e9.txt';
    const decomposed = 'cafe\u0301.txt';
    for (const name of [composed, decomposed]) {
      expect(found({ name }, [composed, decomposed])).toHaveLength(2);
    }
  });

  it('takes no longer for a pattern that is made to be slow', () => {
    const name = `${'*a'.repeat(500)}b`;
    expect(found({ name }, Array(1000).fill('a'.repeat(1024)))).toEqual([]);
  });
});

describe('a filter of sizes and times', () => {
  const objects = [
    { key: 'folder/' },
    { key: 'small', size: 10, modified: 1000 },
    { key: 'large', size: 2000, modified: 3000 },
  ];
  const kept = (filter: ObjectFilter) =>
    objects.filter(compileObjectFilter(filter, '')).map(({ key }) => key);

  it.each<[ObjectFilter, string[]]>([
    [{}, ['folder/', 'small', 'large']],
    [{ minSize: 10 }, ['small', 'large']],
    [{ maxSize: 1999 }, ['small']],
    [{ minSize: 11, maxSize: 1999 }, []],
    [{ modifiedAfter: 1001 }, ['large']],
    [{ modifiedBefore: 1000 }, ['small']],
    [{ name: 'l', modifiedBefore: 5000, minSize: 1000 }, ['large']],
  ])('%j keeps %j', (filter, keys) => {
    expect(kept(filter)).toEqual(keys);
  });
});
