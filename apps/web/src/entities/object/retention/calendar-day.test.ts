import { describe, expect, it } from 'vitest';
import { dayOf, dayProblem, endOfDay, NO_DAY, offeredYears } from './calendar-day.ts';

describe('the day of a retention', () => {
  it.each([
    ['28', '2', '2027', '2027-02-28T23:59:59Z'],
    ['29', '2', '2028', '2028-02-29T23:59:59Z'],
    ['9', '12', '2026', '2026-12-09T23:59:59Z'],
    ['29', '2', '2027', undefined],
    ['31', '4', '2027', undefined],
    ['30', '2', '2028', undefined],
    ['', '2', '2028', undefined],
    ['1', '', '2028', undefined],
    ['1', '2', '', undefined],
  ])('%s. %s. %s ends at %s [OBJD-14] [OBJD-18]', (day, month, year, end) => {
    expect(endOfDay({ day, month, year })).toBe(end);
  });

  it('is read back in UTC', () => {
    expect(dayOf('2027-02-28T23:59:59Z')).toEqual({ day: '28', month: '2', year: '2027' });
    expect(dayOf('2027-02-28T23:59:59+02:00')).toEqual({ day: '28', month: '2', year: '2027' });
    expect(dayOf(undefined)).toEqual(NO_DAY);
  });

  it('is in this year or one of the 24 after it [OBJD-19]', () => {
    const years = offeredYears(new Date('2026-11-22T12:00:00Z'), '');
    expect(years[0]).toBe('2026');
    expect(years.at(-1)).toBe('2050');
    expect(years).toHaveLength(25);
  });

  it.each([
    ['21', 'past'],
    ['22', undefined],
    ['31', 'day'],
    ['', 'day'],
  ])('is not over: %s. November has the problem %s [OBJD-18]', (day, problem) => {
    const now = new Date('2026-11-22T12:00:00Z');
    expect(dayProblem({ day, month: '11', year: '2026' }, now)).toBe(problem);
  });

  it('may stay in a year that somebody else has set', () => {
    expect(offeredYears(new Date('2026-11-22T12:00:00Z'), '2070').at(-1)).toBe('2070');
  });
});
