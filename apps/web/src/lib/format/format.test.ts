import { afterEach, describe, expect, it } from 'vitest';
import { translations } from '#web/lib/i18n/messages.ts';
import { formatAge } from './ages.ts';
import {
  formatAxisTime,
  formatDate,
  formatDateTime,
  formatDateTimeZone,
  zoneName,
} from './dates.ts';
import { formatList } from './lists.ts';
import { formatCount, formatNumber, formatPercent } from './numbers.ts';
import { formatSize, formatSizeExact } from './sizes.ts';

const time = '2026-11-12T09:41:07Z';

describe('times', () => {
  it.each([
    ['UTC', '12 Nov 2026', '12 Nov 2026, 09:41', '12 Nov 2026, 09:41:07 UTC', 'UTC'],
    [
      'Asia/Kolkata',
      '12 Nov 2026',
      '12 Nov 2026, 15:11',
      '12 Nov 2026, 15:11:07 GMT+5:30',
      'GMT+5:30',
    ],
  ])('in %s', (timeZone, date, dateTime, withZone, zone) => {
    expect(formatDate(time, { timeZone })).toBe(date);
    expect(formatDateTime(time, { timeZone })).toBe(dateTime);
    expect(formatDateTimeZone(time, { timeZone })).toBe(withZone);
    expect(zoneName({ timeZone })).toBe(zone);
  });

  it('that cannot be read are empty', () => {
    expect(formatDate('yesterday')).toBe('');
    expect(formatDateTimeZone('')).toBe('');
  });

  it.each([
    [time, 10, '09:41:07'],
    [time, 3600, '09:41'],
    ['2026-11-12T00:00:00Z', 3600, '12 Nov'],
    ['2027-01-01T00:00:00Z', 31 * 86_400, 'Jan 2027'],
  ])('%s on an axis of %d seconds are %s', (at, step, label) => {
    expect(formatAxisTime(at, step, { timeZone: 'UTC' })).toBe(label);
  });

  it('tell apart the hour that comes twice when summer time ends', () => {
    const timeZone = 'Europe/London';
    expect(formatDateTimeZone('2026-10-25T00:30:00Z', { timeZone })).toBe(
      '25 Oct 2026, 01:30:00 BST',
    );
    expect(formatDateTimeZone('2026-10-25T01:30:00Z', { timeZone })).toBe(
      '25 Oct 2026, 01:30:00 GMT',
    );
  });

  it.each([
    ['2026-11-12T09:41:07Z', 'now'],
    ['2026-11-10T10:41:07Z', '1 day ago'],
    ['2026-11-14T08:41:07Z', 'in 1 day'],
    ['2026-09-20T09:41:07Z', '1 month ago'],
    ['2024-12-01T09:41:07Z', '1 year ago'],
  ])('%s is told by its age, not by the calendar', (at, age) => {
    expect(formatAge(at, Date.parse(time))).toBe(age);
  });

  it('have a midnight that is 00', () => {
    expect(formatDateTime('2026-01-01T00:00:00Z', { timeZone: 'UTC' })).toBe('1 Jan 2026, 00:00');
  });
});

describe('numbers', () => {
  it.each([
    [0, '0'],
    [4210, '4,210'],
    [9999, '9,999'],
    [10_000, '10K'],
    [9_400_000, '9.4M'],
    [108_200_000_000, '108B'],
  ])('%d in short is %s', (value, text) => {
    expect(formatCount(value)).toBe(text);
  });

  it('have separators and percent', () => {
    expect(formatNumber(1_048_213)).toBe('1,048,213');
    expect(formatPercent(0.617)).toBe('62 %');
    expect(formatPercent(0.0001)).toBe('< 1 %');
    expect(formatPercent(0)).toBe('0 %');
  });
});

describe('sizes', () => {
  it.each([
    [undefined, '—'],
    [0, '0 B'],
    [4_404_019, '4.2 MiB'],
  ])('%d in short is %s', (bytes, text) => {
    expect(formatSize(bytes)).toBe(text);
  });

  it('say their exact bytes where the short form drops some', () => {
    expect(formatSizeExact(512)).toBe('512 B');
    expect(formatSizeExact(4_404_019)).toBe('4.2 MiB (4,404,019 B)');
  });
});

describe('in German', () => {
  afterEach(() => translations().changeLanguage('en'));

  it('numbers, sizes, times and lists are written as there', async () => {
    await translations().changeLanguage('de');
    expect(formatNumber(1_048_213)).toBe('1.048.213');
    expect(formatCount(9_400_000).replaceAll('\u00a0', ' ')).toBe('9,4 Mio.');
    expect(formatSize(4_404_019)).toBe('4,2 MiB');
    expect(formatSizeExact(4_404_019)).toBe('4,2 MiB (4.404.019 B)');
    expect(formatDate(time, { timeZone: 'UTC' })).toBe('12. Nov. 2026');
    expect(formatDateTime(time, { timeZone: 'UTC' })).toBe('12. Nov. 2026, 09:41');
    expect(formatAge(0, 7_200_000)).toBe('vor 2 Stunden');
    expect(formatList(['a', 'b', 'c'])).toBe('a, b und c');
  });
});
