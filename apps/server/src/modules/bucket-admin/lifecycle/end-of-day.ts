import { ConsoleError } from '../../../console-error.ts';

const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/**
 * The date to send to the storage server for a rule that takes effect after this moment. The
 * console's dates are the last second of a day (23:59:59Z) and servers accept midnight only, so the
 * rule takes effect at the following midnight: never before the day is over.
 * @throws ConsoleError InvalidInput with the field
 */
export function toMidnight(date: string, field: string): string {
  const whole = date.includes('T') ? date : `${date}T23:59:59Z`;
  const time = DATE.test(date) ? Date.parse(whole) : Number.NaN;
  if (Number.isNaN(time) || isOverflowing(date)) {
    const detail = 'A date is written as 2026-12-31T23:59:59Z.';
    throw new ConsoleError('InvalidInput', { field, detail });
  }
  return seconds(Math.ceil(time / DAY_MS) * DAY_MS);
}

/** The last second before the midnight of the storage server's rule. */
export function toEndOfDay(date: string): string {
  const time = Date.parse(date);
  if (Number.isNaN(time)) return date;
  return seconds(time % DAY_MS === 0 ? time - 1000 : time);
}

function seconds(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** 2026-02-30 is invalid, though JavaScript parses it as a date in March. */
function isOverflowing(date: string): boolean {
  const day = date.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day;
}
