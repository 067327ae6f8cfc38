import { expect, it } from 'vitest';
import { fromLocalTime, toLocalTime } from './local-time.ts';

it.each(['2026-11-12T09:41:07.000Z', '2026-01-01T00:00:00.000Z', '2026-07-31T23:59:59.000Z'])(
  'keeps %s through a field',
  (instant) => {
    expect(toLocalTime(instant)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    expect(fromLocalTime(toLocalTime(instant))).toBe(instant);
  },
);

it('takes what is no time as none', () => {
  expect([toLocalTime(''), fromLocalTime(''), fromLocalTime('soon')]).toEqual(['', '', '']);
});
