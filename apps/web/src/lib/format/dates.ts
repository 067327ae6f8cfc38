import { translations } from '#web/lib/i18n/messages.ts';

type Time = string | number | Date;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns a cached formatter, because creating one takes longer than rendering a row. */
function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale, options);
  formatters.set(key, made);
  return made;
}

function format(time: Time, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return '';
  // British order for English: 12 Nov 2026, 09:41.
  const { language } = translations();
  return formatter(language === 'en' ? 'en-GB' : language, options).format(date);
}

interface Zone {
  /** IANA name; the browser's own time zone if omitted. */
  readonly timeZone?: string;
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const SECOND = { ...MINUTE, second: '2-digit' } as const;

/** Formats the day without time, such as '12 Nov 2026'. '' if the time cannot be parsed. */
export function formatDate(time: Time, zone: Zone = {}): string {
  return format(time, { ...DAY, ...zone });
}

/** Formats day and minute without the zone, for columns whose header names it. */
export function formatDateTime(time: Time, zone: Zone = {}): string {
  return format(time, { ...DAY, ...MINUTE, ...zone });
}

/** Formats the time of day to the second, such as '09:41:07', for axes. */
export function formatTime(time: Time, zone: Zone = {}): string {
  return format(time, { ...SECOND, ...zone });
}

/** From this step in seconds, axis labels are months. */
const MONTHS = 28 * 86_400;

/**
 * Formats an axis label, given the step in seconds: '09:41:07', '09:41', the date at midnight, or
 * the month with its year.
 */
export function formatAxisTime(time: Time, step: number, zone: Zone = {}): string {
  if (step < 60) return formatTime(time, zone);
  if (step >= MONTHS) return format(time, { month: 'short', year: 'numeric', ...zone });
  const minute = format(time, { ...MINUTE, ...zone });
  return minute === '00:00' ? format(time, { day: 'numeric', month: 'short', ...zone }) : minute;
}

/** Formats day, second and zone, such as '12 Nov 2026, 09:41:07 UTC'. */
export function formatDateTimeZone(time: Time, zone: Zone = {}): string {
  return format(time, { ...DAY, ...SECOND, timeZoneName: 'short', ...zone });
}

/** Returns the short name of the page's time zone, such as 'UTC' or 'CET'. */
export function zoneName(zone: Zone = {}): string {
  const parts = formatter('en-GB', { timeZoneName: 'short', ...zone }).formatToParts();
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}
