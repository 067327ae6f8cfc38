/** The longest validity of an object's link, in milliseconds: signatures last 7 days. */
export const MAX_SHARE_MS = 7 * 24 * 3_600_000;

/** The shortest: signatures have a resolution of one second. */
export const MIN_SHARE_MS = 1000;

/** A duration as entered in a form. Fields that are not numbers are NaN. */
export interface ShareDuration {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
}

/**
 * Why a field of a duration is invalid, or the duration as a whole (`none`: nothing was chosen).
 */
export interface ShareDurationProblems {
  readonly days?: 'range';
  readonly hours?: 'range' | 'seven-days';
  readonly minutes?: 'range' | 'seven-days';
  readonly none?: true;
}

const LAST = { days: 7, hours: 23, minutes: 59 } as const;

function isWithin(value: number, last: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= last;
}

/** Returns the rules that a duration breaks; empty for a valid one. */
export function shareDurationProblems(duration: ShareDuration): ShareDurationProblems {
  const { days, hours, minutes } = duration;
  const atEnd = days === LAST.days;
  const part = (value: number, last: number) => {
    if (!isWithin(value, last)) return 'range';
    return atEnd && value > 0 ? 'seven-days' : undefined;
  };
  const inHours = part(hours, LAST.hours);
  const inMinutes = part(minutes, LAST.minutes);
  return {
    ...(!isWithin(days, LAST.days) && { days: 'range' }),
    ...(inHours && { hours: inHours }),
    ...(inMinutes && { minutes: inMinutes }),
    ...(days === 0 && hours === 0 && minutes === 0 && { none: true }),
  };
}

/** Returns a valid duration in milliseconds. */
export function shareMilliseconds({ days, hours, minutes }: ShareDuration): number {
  return ((days * 24 + hours) * 60 + minutes) * 60_000;
}
