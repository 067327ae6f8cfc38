import { describe, expect, it } from 'vitest';
import { parseRange } from './range.ts';

describe('parseRange', () => {
  it.each([
    ['bytes=0-', { start: 0 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=5-5', { start: 5, end: 5 }],
    ['bytes=-500', { suffix: 500 }],
  ])('reads %s', (header, range) => {
    expect(parseRange(header)).toEqual(range);
  });

  it.each([
    undefined,
    '',
    'bytes=',
    'bytes=-',
    'bytes=9-3',
    'bytes=0-1,5-9',
    'items=0-1',
    'bytes=a-b',
  ])('leaves %s aside', (header) => {
    expect(parseRange(header)).toBeUndefined();
  });
});
