const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/**
 * The whole seconds of a duration such as '12h', '1h30m' or '900s'; a bare number is in seconds.
 * NaN for anything else.
 */
export function parseDuration(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  if (!/^(\d{1,9}[smhd])+$/.test(text)) return Number.NaN;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+)([smhd])/g)) {
    total += Number(amount) * (SECONDS[unit ?? ''] ?? Number.NaN);
  }
  return total;
}
