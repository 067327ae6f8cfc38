import { translations } from '#web/lib/i18n/messages.ts';

const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/**
 * Formats how long ago a time was, in its largest whole unit: '2 minutes ago'; '' if it cannot be
 * parsed.
 */
export function formatAge(time: string | number | Date, now: number = Date.now()): string {
  const seconds = Math.round((now - new Date(time).getTime()) / 1000);
  if (Number.isNaN(seconds)) return '';
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length);
  // 'yesterday' and 'last year' refer to the calendar, while 47 hours ago may be the day before
  // yesterday.
  const numeric = step === undefined ? 'auto' : 'always';
  const format = new Intl.RelativeTimeFormat(translations().language, { numeric });
  if (step === undefined) return format.format(-Math.max(0, seconds), 'second');
  return format.format(-Math.trunc(seconds / step[1]), step[0]);
}
