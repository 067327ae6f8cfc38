import { describe, expect, it } from 'vitest';
import { copiedKey, distinctItems, folderIntoItself, furtherCopy } from './copied-key.ts';

describe('the key of a copy', () => {
  it.each([
    [['a/b.txt'], { prefix: '' }, 'a/b.txt', 'b.txt'],
    [['a/b.txt'], { prefix: 'x/y/' }, 'a/b.txt', 'x/y/b.txt'],
    [['a/b.txt'], { prefix: 'a/', name: 'c' }, 'a/b.txt', 'a/c'],
    [['a/b/'], { prefix: 'x/' }, 'a/b/c/d', 'x/b/c/d'],
    [['a/b/'], { prefix: 'x/' }, 'a/b/', 'x/b/'],
    [['a/b/'], { prefix: 'a/', name: 'new' }, 'a/b/c', 'a/new/c'],
    [['a/b', 'a/b/'], { prefix: 'x/' }, 'a/b/c', 'x/b/c'],
    [['a/b', 'a/b/'], { prefix: 'x/' }, 'a/b', 'x/b'],
    // A folder with an empty name, from two consecutive slashes.
    [['a//'], { prefix: 'x/' }, 'a//c', 'x//c'],
    [['😀 %+#?/'], { prefix: 'x/' }, '😀 %+#?/\u202egnp', 'x/😀 %+#?/\u202egnp'],
  ])('of %j in %j: %s becomes %s', (items, target, key, expected) => {
    expect(copiedKey({ items }, target, key)).toBe(expected);
  });

  it.each([
    ['a/', 'a/b/c', 'x/b/c'],
    ['', 'b/c', 'x/b/c'],
    ['a/photo-', 'a/photo-1', 'x/photo-1'],
  ])('under the prefix %j: %s becomes %s', (prefix, key, expected) => {
    expect(copiedKey({ prefix }, { prefix: 'x/' }, key)).toBe(expected);
  });
});

it.each([
  [{ items: ['a/'] }, 'a/', 'a/'],
  [{ items: ['b', 'a/'] }, 'a/b/', 'a/'],
  [{ items: ['a/'] }, 'ab/', undefined],
  [{ items: ['a/b/'] }, 'a/', undefined],
  [{ items: ['a'] }, 'a/', undefined],
  [{ prefix: '' }, 'a/', ''],
  [{ prefix: 'a/' }, 'a/b/', 'a/'],
  [{ prefix: 'a/' }, 'b/', undefined],
])('finds in %j what would go into itself at %j', (selection, prefix, expected) => {
  expect(folderIntoItself(selection, { prefix })).toBe(expected);
});

it('names each item once, and none that comes along with a folder', () => {
  expect(distinctItems(['a/b/c', 'a/', 'd', 'd', 'a/x', 'ab', 'e/f/'])).toEqual([
    'a/',
    'd',
    'ab',
    'e/f/',
  ]);
});

it.each([
  ['photo.jpg', 'photo (2).jpg'],
  ['a.b/photo', 'a.b/photo (2)'],
  ['.profile', '.profile (2)'],
  ['x/archive.tar.gz', 'x/archive.tar (2).gz'],
])('calls a further copy of %s %s', (key, expected) => {
  expect(furtherCopy(key, 2)).toBe(expected);
});
