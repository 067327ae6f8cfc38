/** Units of time with their seconds, largest first. A month has 30 days and a year 365. */
const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

export type DurationUnit = (typeof UNITS)[number][0];

/** An amount of one unit, to be formatted in the reader's language. */
export interface DurationPart {
  readonly count: number;
  readonly unit: DurationUnit;
}

/**
 * Returns seconds in whole amounts of the largest unit that fits, rounded down: 90 is one minute,
 * 700,000 one week.
 */
export function largestDurationUnit(seconds: number): DurationPart {
  return splitDuration(seconds, 1)[0] ?? { count: 0, unit: 'second' };
}

/**
 * Splits seconds into at most `parts` amounts, largest first, omitting zeros: 3,700 with two parts
 * is one hour and one minute. Less than a second is 0 seconds.
 */
export function splitDuration(seconds: number, parts: number): readonly DurationPart[] {
  let rest = Math.max(0, Math.floor(seconds));
  const found: DurationPart[] = [];
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    if (count === 0) continue;
    if (found.length === parts) break;
    found.push({ count, unit });
    rest -= count * size;
  }
  return found.length === 0 ? [{ count: 0, unit: 'second' }] : found;
}
