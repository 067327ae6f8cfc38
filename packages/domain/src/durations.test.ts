import { describe, expect, it } from 'vitest';
import { largestDurationUnit, splitDuration } from './durations.ts';

const DAY = 86_400;

describe('durations', () => {
  it.each([
    [0, 0, 'second'],
    [0.9, 0, 'second'],
    [-5, 0, 'second'],
    [59, 59, 'second'],
    [60, 1, 'minute'],
    [3599, 59, 'minute'],
    [3600, 1, 'hour'],
    [DAY - 1, 23, 'hour'],
    [DAY, 1, 'day'],
    [7 * DAY - 1, 6, 'day'],
    [7 * DAY, 1, 'week'],
    [29 * DAY, 4, 'week'],
    [30 * DAY, 1, 'month'],
    [364 * DAY, 12, 'month'],
    [365 * DAY, 1, 'year'],
    [800 * DAY, 2, 'year'],
  ] as const)('%s seconds are %s %s [DASH-47]', (seconds, count, unit) => {
    expect(largestDurationUnit(seconds)).toEqual({ count, unit });
  });

  it('gives as many parts as asked for, without empty ones', () => {
    expect(splitDuration(3_700, 2)).toEqual([
      { count: 1, unit: 'hour' },
      { count: 1, unit: 'minute' },
    ]);
    expect(splitDuration(2 * DAY + 5, 2)).toEqual([
      { count: 2, unit: 'day' },
      { count: 5, unit: 'second' },
    ]);
    expect(splitDuration(60, 3)).toEqual([{ count: 1, unit: 'minute' }]);
  });
});
