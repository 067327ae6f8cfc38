/** A day as entered in three fields; '' is not chosen yet. */
export interface CalendarDay {
  /** 1 to 31. */
  readonly day: string;
  /** 1 to 12. */
  readonly month: string;
  readonly year: string;
}

export const NO_DAY: CalendarDay = { day: '', month: '', year: '' };

/** How many years after the current one can be chosen. */
const YEARS_AHEAD = 24;

/** Returns the years offered: from the current one on, and the one already set. */
export function offeredYears(now: Date, chosen: string): readonly string[] {
  const first = now.getUTCFullYear();
  const years = Array.from({ length: YEARS_AHEAD + 1 }, (_, index) => String(first + index));
  return chosen === '' || years.includes(chosen) ? years : [...years, chosen].sort();
}

/** Returns the day of a timestamp, in UTC. */
export function dayOf(time: string | undefined): CalendarDay {
  const date = new Date(time ?? '');
  if (Number.isNaN(date.getTime())) return NO_DAY;
  return {
    day: String(date.getUTCDate()),
    month: String(date.getUTCMonth() + 1),
    year: String(date.getUTCFullYear()),
  };
}

/** Returns the error in the end day of a retention; undefined if it is valid. */
export function dayProblem(day: CalendarDay, now: Date): 'day' | 'past' | undefined {
  const end = endOfDay(day);
  if (end === undefined) return 'day';
  return Date.parse(end) <= now.getTime() ? 'past' : undefined;
}

/**
 * Returns the end of a day as used by retention, 23:59:59Z; undefined for a day that does not
 * exist.
 */
export function endOfDay({ day, month, year }: CalendarDay): string | undefined {
  if (day === '' || month === '' || year === '') return undefined;
  const date = `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const end = `${date}T23:59:59Z`;
  const time = new Date(end);
  // Some engines parse 31 February as a day in March.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date) ? end : undefined;
}
