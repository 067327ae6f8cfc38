import { translations } from '#web/lib/i18n/messages.ts';

type Time = string | number | Date;

function format(time: Time, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return '';
  // British order for English: 12 Nov 2026, 09:41.
  const { language } = translations();
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, options).format(date);
}

interface Zone {
  /** IANA name; the browser's own zone without it. */
  readonly timeZone?: string;
}

/** Day without time, such as '12 Nov 2026'. '' when the time cannot be read. */
export function formatDate(time: Time, zone: Zone = {}): string {
  return format(time, { day: 'numeric', month: 'short', year: 'numeric', ...zone });
}

/** Day and minute without the zone, for columns whose head names it. */
export function formatDateTime(time: Time, zone: Zone = {}): string {
  return format(time, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...zone,
  });
}

/** Day, second and zone, such as '12 Nov 2026, 09:41:07 UTC'. */
export function formatDateTimeZone(time: Time, zone: Zone = {}): string {
  return format(time, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    ...zone,
  });
}

/** Short name of the zone that the times on the page are in, such as 'UTC' or 'CET'. */
export function zoneName(zone: Zone = {}): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZoneName: 'short',
    ...zone,
  }).formatToParts();
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}
