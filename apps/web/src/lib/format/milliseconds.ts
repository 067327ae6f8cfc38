import { formatDecimal } from './numbers.ts';

/** Formats a short time in a suitable unit: '850 µs', '1.24 ms', '2.4 s'. */
export function formatMilliseconds(milliseconds: number): string {
  if (milliseconds < 1) return `${Math.round(milliseconds * 1000)} µs`;
  if (milliseconds < 1000) return `${formatDecimal(milliseconds.toFixed(digits(milliseconds)))} ms`;
  const seconds = milliseconds / 1000;
  return `${formatDecimal(seconds.toFixed(digits(seconds)))} s`;
}

function digits(value: number): number {
  if (value < 10) return 2;
  return value < 100 ? 1 : 0;
}
