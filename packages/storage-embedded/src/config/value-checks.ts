import { parseGoDuration } from '@stowage/domain/go-duration';

export type Check = (value: string) => string | undefined;

/** Returns a check for text, by default a single line. */
export function checkText(longest: number, pattern: RegExp = /^[^\p{Cc}]*$/u): Check {
  return (value) => {
    if (value.length > longest) return `it is longer than ${longest} characters`;
    return pattern.test(value) ? undefined : 'it has an unexpected form';
  };
}

export function checkNumber(least: number, most: number): Check {
  return (value) =>
    /^[0-9]{1,15}$/.test(value) && Number(value) >= least && Number(value) <= most
      ? undefined
      : `it must be a whole number from ${least} to ${most}`;
}

export function checkOneOf(values: readonly string[]): Check {
  return (value) => (values.includes(value) ? undefined : `it must be one of ${values.join(', ')}`);
}

/**
 * Returns a check for durations.
 *
 * @param least and `most`: in the form of the values
 */
export function checkDuration(least: string, most: string): Check {
  const [from = 0, to = 0] = [parseGoDuration(least), parseGoDuration(most)];
  return (value) => {
    const duration = parseGoDuration(value);
    return duration !== undefined && duration >= from && duration <= to
      ? undefined
      : `it must be a duration from ${least} to ${most}, such as 12h or 1h30m`;
  };
}
