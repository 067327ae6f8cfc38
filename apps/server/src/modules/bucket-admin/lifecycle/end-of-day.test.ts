import { describe, expect, it } from 'vitest';
import { toEndOfDay, toMidnight } from './end-of-day.ts';

describe('dates of lifecycle rules', () => {
  it.each([
    ['2026-12-31T23:59:59Z', '2027-01-01T00:00:00Z'],
    ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00Z'],
    ['2026-12-31', '2027-01-01T00:00:00Z'],
    ['2026-12-31T00:00:00Z', '2026-12-31T00:00:00Z'],
    ['2026-12-31T00:00:01Z', '2027-01-01T00:00:00Z'],
    ['2026-12-31T23:59:59-05:00', '2027-01-02T00:00:00Z'],
    ['2028-02-29T23:59:59Z', '2028-03-01T00:00:00Z'],
  ])('%s becomes %s, never before the day is over [LIFE-18]', (date, midnight) => {
    expect(toMidnight(date, 'expiry_date')).toBe(midnight);
  });

  it.each([
    'soon',
    '',
    '2026-13-01',
    '2026-02-30',
    '2026-02-30T23:59:59Z',
    '1',
    '2026-12-31T25:00:00Z',
  ])('%j is no date', (date) => {
    expect(() => toMidnight(date, 'transition_date')).toThrow(
      expect.objectContaining({ code: 'InvalidInput', field: 'transition_date' }),
    );
  });

  it('come back as the last second of the day, and stay when they are saved again', () => {
    const shown = toEndOfDay('2027-01-01T00:00:00Z');
    expect(shown).toBe('2026-12-31T23:59:59Z');
    expect(toMidnight(shown, 'expiry_date')).toBe('2027-01-01T00:00:00Z');
  });

  it('of other servers that are no midnight are shown as they are', () => {
    expect(toEndOfDay('2026-05-05T12:00:00Z')).toBe('2026-05-05T12:00:00Z');
  });
});
