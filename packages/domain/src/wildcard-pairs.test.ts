import { describe, expect, it } from 'vitest';
import { readWildcard, wildcardCovers, wildcardsOverlap } from './wildcard-pairs.ts';

describe('wildcardsOverlap', () => {
  it.each([
    ['a*', '*b', true],
    ['a*', 'b*', false],
    ['a?c', 'abc', true],
    ['a?c', 'ab', false],
    ['*', '', true],
    ['x*y', 'x*z', false],
    ['x*y', 'x*', true],
    ['bucket', 'bucket/*', false],
    ['', 'a', false],
    ['a*a', 'a', false],
    ['a*b*a', 'a??a', true],
    ['a*b*a', 'a?a', true],
    ['a*bc*a', 'a?a', false],
    ['a?b', 'ab?', true],
    ['a?b*', 'a😀*', true],
    ['a?b*', 'a😀c*', false],
    ['*?', 'a', true],
    ['*b?*', 'a?', false],
    ['**', '?', true],
  ])('%j and %j: %s', (left, right, overlap) => {
    const [one, other] = [readWildcard(left), readWildcard(right)];
    expect(wildcardsOverlap(one, other)).toBe(overlap);
    expect(wildcardsOverlap(other, one)).toBe(overlap);
  });
});

describe('wildcardCovers', () => {
  it.each([
    ['*', 'a*', true],
    ['a*', 'ab*', true],
    ['ab*', 'a*', false],
    ['a?', 'a*', false],
    ['a*', 'a?', false],
    ['a?', 'a?', true],
    ['*', 'a?', true],
    ['a', 'a', true],
  ])('%j covers %j: %s', (wide, narrow, covers) => {
    expect(wildcardCovers(readWildcard(wide), readWildcard(narrow))).toBe(covers);
  });
});
