/** A day as three fields name it; '' is not chosen yet. */
export interface CalendarDay {
  /** 1 to 31. */
  readonly day: string;
  /** 1 to 12. */
  readonly month: string;
  readonly year: string;
}

export const NO_DAY: CalendarDay = { day: '', month: '', year: '' };

/** Years after the current one that can be chosen. */
const YEARS_AHEAD = 24;

/** The years that are offered: from the current one on, and the one that is set already. */
export function offeredYears(now: Date, chosen: string): readonly string[] {
  const first = now.getUTCFullYear();
  const years = Array.from({ length: YEARS_AHEAD + 1 }, (_, index) => String(first + index));
  return chosen === '' || years.includes(chosen) ? years : [...years, chosen].sort();
}

/** The day of a time, in UTC. */
export function dayOf(time: string | undefined): CalendarDay {
  const date = new Date(time ?? '');
  if (Number.isNaN(date.getTime())) return NO_DAY;
  return {
    day: String(date.getUTCDate()),
    month: String(date.getUTCMonth() + 1),
    year: String(date.getUTCFullYear()),
  };
}

/** What is wrong with the day on which a retention is to end; undefined for one that will do. */
export function dayProblem(day: CalendarDay, now: Date): 'day' | 'past' | undefined {
  const end = endOfDay(day);
  if (end === undefined) return 'day';
  return Date.parse(end) <= now.getTime() ? 'past' : undefined;
}

/** The end of a day as retention has it, 23:59:59Z; undefined for a day that no calendar has. */
export function endOfDay({ day, month, year }: CalendarDay): string | undefined {
  if (day === '' || month === '' || year === '') return undefined;
  const date = `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const end = `${date}T23:59:59Z`;
  const time = new Date(end);
  // Some engines take 31 February for a day in March.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date) ? end : undefined;
}
