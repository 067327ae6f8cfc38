import { describe, expect, it } from 'vitest';
import { MAX_SHARE_MS, shareDurationProblems, shareMilliseconds } from './share-duration.ts';

const duration = (days: number, hours: number, minutes: number) => ({ days, hours, minutes });

describe('the duration of a link', () => {
  it.each([
    [7, 0, 0, MAX_SHARE_MS],
    [6, 23, 59, MAX_SHARE_MS - 60_000],
    [0, 0, 1, 60_000],
    [1, 2, 3, 93_780_000],
  ])('of %i days, %i hours, %i minutes is whole', (days, hours, minutes, milliseconds) => {
    expect(shareDurationProblems(duration(days, hours, minutes))).toEqual({});
    expect(shareMilliseconds(duration(days, hours, minutes))).toBe(milliseconds);
  });

  it.each([
    [duration(8, 0, 0), { days: 'range' }],
    [duration(-1, 0, 1), { days: 'range' }],
    [duration(1.5, 0, 0), { days: 'range' }],
    [duration(0, 24, 0), { hours: 'range' }],
    [duration(1, -1, 0), { hours: 'range' }],
    [duration(0, 0, 60), { minutes: 'range' }],
    [duration(7, 1, 0), { hours: 'seven-days' }],
    [duration(7, 0, 1), { minutes: 'seven-days' }],
    [duration(7, 24, 1), { hours: 'range', minutes: 'seven-days' }],
    [duration(Number.NaN, 0, 1), { days: 'range' }],
    [duration(1, Number.NaN, Number.NaN), { hours: 'range', minutes: 'range' }],
    [duration(0, 0, 0), { none: true }],
  ])('%j has problems', (wrong, problems) => {
    expect(shareDurationProblems(wrong)).toEqual(problems);
  });
});
