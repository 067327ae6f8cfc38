import { describe, expect, it } from 'vitest';
import { rangeOf } from './time-range.ts';

const NOW = 1_800_000_007;
const pointsIn = ({ start, end, step }: ReturnType<typeof rangeOf>) =>
  Math.floor((end - start) / step) + 1;

describe('the range of a widget', () => {
  it('is the last fifteen minutes when nothing is said', () => {
    const range = rangeOf({}, NOW);
    expect(range).toMatchObject({ end: NOW, step: 15 });
    expect(NOW - range.start).toBeLessThanOrEqual(900);
  });

  it.each([
    ['fifteen minutes', 15],
    ['an hour', 60],
    ['a week', 7 * 1440],
    ['90 days', 90 * 1440],
  ])('has sixty points in %s, whose minutes are the step', (_name, minutes) => {
    const range = rangeOf({ start: NOW - minutes * 60, end: NOW, step: minutes }, NOW);
    expect(pointsIn(range)).toBeGreaterThanOrEqual(59);
    expect(pointsIn(range)).toBeLessThanOrEqual(61);
  });

  it('has its points at multiples of the step, from look to look', () => {
    const asked = { start: NOW - 3600, end: NOW, step: 60 };
    expect(rangeOf(asked, NOW).start % 60).toBe(0);
    const later = { ...asked, start: asked.start + 7, end: asked.end + 7 };
    expect((rangeOf(later, NOW).start - rangeOf(asked, NOW).start) % 60).toBe(0);
  });

  it('has as many points as are asked for, none finer than there are values', () => {
    const day = { start: NOW - 86_400, end: NOW };
    expect(pointsIn(rangeOf({ ...day, points: 500 }, NOW))).toBeLessThanOrEqual(501);
    expect(rangeOf({ start: NOW - 60, end: NOW, points: 1000 }, NOW).step).toBe(15);
  });

  it('ends with its end, so that the newest value does not wait for a step', () => {
    expect(rangeOf({ start: NOW - 86_400, end: NOW, points: 240 }, NOW)).toMatchObject({
      ...{ end: NOW, withEnd: true },
    });
  });

  it('begins where the history does: minutes of it are as fine in 90 days as in one', () => {
    const ninety = { start: NOW - 90 * 86_400, end: NOW, points: 240 };
    const range = rangeOf({ ...ninety, since: NOW - 300 }, NOW);
    expect(range.step).toBe(15);
    expect(NOW - range.start).toBeLessThanOrEqual(300);
    expect(rangeOf({ ...ninety, since: NOW - 200 * 86_400 }, NOW)).toEqual(rangeOf(ninety, NOW));
    expect(rangeOf({ ...ninety, since: NOW + 50 }, NOW).end).toBe(NOW);
  });

  it('has steps that people count in, and few of them in a year', () => {
    const year = rangeOf({ start: NOW - 365 * 86_400, end: NOW, points: 240 }, NOW);
    expect(year.step).toBe(2 * 86_400);
    expect(pointsIn(year)).toBeLessThanOrEqual(241);
  });

  it('has one point when it is shorter than its step', () => {
    expect(pointsIn(rangeOf({ start: NOW - 2, end: NOW, step: 15 }, NOW))).toBe(1);
  });

  it.each([
    [{ start: 5 }, 'start'],
    [{ end: 5 }, 'start'],
    [{ start: 9, end: 5 }, 'start'],
    [{ start: 1, end: 9_999_999, step: 15 }, 'step'],
  ])('refuses %j', (asked, field) => {
    expect(() => rangeOf(asked, NOW)).toThrow(
      expect.objectContaining({ code: 'InvalidInput', field }),
    );
  });
});
