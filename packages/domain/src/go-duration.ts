const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};

/**
 * Parses a duration in the format of MinIO's settings: amounts with ns, us, ms, s, m or h, such as
 * 90s, 1.5h or 1h30m.
 *
 * @returns milliseconds; undefined if the text is not a duration
 */
export function parseGoDuration(text: string): number | undefined {
  if (!/^([0-9]{1,9}(\.[0-9]{1,9})?(ns|us|µs|ms|s|m|h))+$/.test(text)) {
    return undefined;
  }
  let total = 0;
  for (const [, amount, unit = ''] of text.matchAll(/([0-9.]+)(ns|us|µs|ms|s|m|h)/g)) {
    total += Number(amount) * (UNITS[unit] ?? 0);
  }
  return total;
}
