import { describe, expect, it } from 'vitest';
import { parseRange } from './ranges.ts';

describe('parseRange', () => {
  it.each([
    ['bytes=0-0', 10, { start: 0, end: 0 }],
    ['bytes=0-', 10, { start: 0, end: 9 }],
    ['bytes=9-9', 10, { start: 9, end: 9 }],
    ['bytes=3-99', 10, { start: 3, end: 9 }],
    ['bytes=-4', 10, { start: 6, end: 9 }],
    ['bytes=-99', 10, { start: 0, end: 9 }],
    ['bytes=10-', 10, 'unsatisfiable'],
    ['bytes=-0', 10, 'unsatisfiable'],
    ['bytes=0-', 0, 'unsatisfiable'],
    ['bytes=-1', 0, 'unsatisfiable'],
    ['bytes=5-3', 10, undefined],
    ['bytes=0-1,3-4', 10, undefined],
    ['bytes=-', 10, undefined],
    ['bytes=a-b', 10, undefined],
    ['items=0-1', 10, undefined],
    ['', 10, undefined],
  ])('reads %j of %i bytes', (header, size, expected) => {
    expect(parseRange(header, size)).toEqual(expected);
  });
});
