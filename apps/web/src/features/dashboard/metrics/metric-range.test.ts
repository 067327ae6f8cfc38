import { describe, expect, it } from 'vitest';
import { endsOf, rangeOf, refreshMs, stepOf } from './metric-range.ts';

describe('the range of the dashboard', () => {
  it.each([
    [{}, 15],
    [{ start: 0, end: 59 }, 15],
    [{ start: 0, end: 900 }, 15],
    [{ start: 0, end: 3600 }, 60],
    [{ start: 0, end: 90 * 86_400 }, 129_600],
  ])('of %j is a step of %i minutes [DASH-11]', (range, step) => {
    expect(stepOf(range)).toBe(step);
  });

  it('is what was chosen, or a preset where that is no range', () => {
    expect(rangeOf({ range: '1h', start: 10, end: 20 })).toEqual({ start: 10, end: 20 });
    expect(rangeOf({ range: '1h', start: 20, end: 10 })).toEqual({ last: 3600 });
    expect(rangeOf({ range: '7d', start: 20, end: undefined })).toEqual({ last: 604_800 });
  });

  it('ends now, or where it was chosen to', () => {
    expect(endsOf({ last: 60 }, 100_900)).toEqual({ start: 40, end: 100 });
    expect(endsOf({ start: 1, end: 2 }, 100_900)).toEqual({ start: 1, end: 2 });
  });

  it('is read again as often as something new can be seen, and not when it is over', () => {
    expect(refreshMs({ last: 3600 })).toBe(15_000);
    expect(refreshMs({ last: 86_400 })).toBe(300_000);
    expect(refreshMs({ start: 1, end: 2 })).toBe(false);
  });
});
