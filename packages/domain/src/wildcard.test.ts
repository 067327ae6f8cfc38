import { describe, expect, it } from 'vitest';
import { cpuTimeOf } from './testing/cpu-time.ts';
import { compileWildcard, matchWildcard } from './wildcard.ts';

const MATCHES: readonly (readonly [pattern: string, text: string, matches: boolean])[] = [
  ['*', '', true],
  ['*', 'anything/at all', true],
  ['', '', true],
  ['', 'a', false],
  ['abc', 'abc', true],
  ['abc', 'abcd', false],
  ['abc', 'ab', false],
  ['a*', 'a', true],
  ['a*', 'ba', false],
  ['*.txt', 'a/b.txt', true],
  ['*.txt', 'a/b.txt2', false],
  ['a*c*e', 'abcde', true],
  ['a*c*e', 'abcdef', false],
  ['a**b', 'ab', true],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['a?', 'a', false],
  ['a?', 'a😀', true],
  ['a??', 'a😀', false],
  ['?*', '', false],
  ['s3:Get*', 's3:GetObject', true],
  ['s3:Get*', 's3:PutObject', false],
  ['*ab*ab*ab', 'abababab', true],
  ['*a', 'b*a', true],
];

describe('matchWildcard', () => {
  it.each(MATCHES)('%j against %j is %s', (pattern, text, matches) => {
    expect(matchWildcard(pattern, text)).toBe(matches);
    expect(compileWildcard(pattern)(text)).toBe(matches);
  });

  it('takes positions marked as literal for what they are', () => {
    expect(matchWildcard('*/x', 'a/x', new Set([0]))).toBe(false);
    expect(matchWildcard('*/x', '*/x', new Set([0]))).toBe(true);
    expect(matchWildcard('a?', 'ab', new Set([1]))).toBe(false);
    expect(matchWildcard('a*', 'a', new Set([1]))).toBe(false);
  });

  it('stays quick on patterns that make backtracking explode', async () => {
    const text = 'a'.repeat(1_024);
    const pattern = `${'*a'.repeat(200)}b`;
    const match = () => expect(matchWildcard(pattern, text)).toBe(false);
    expect(await cpuTimeOf(match)).toBeLessThan(500);
  });
});
