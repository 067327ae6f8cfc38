import { formatBytes, largestWholeUnit } from '@stowage/domain/units';
import { formatDecimal, formatNumber } from './numbers.ts';

const MAX_READABLE = 10_000;

/** Abbreviates bytes with a binary unit: '4.2 MiB'. An unknown size is '—'. */
export function formatSize(bytes: number | undefined): string {
  return bytes === undefined ? '—' : inLanguage(formatBytes(bytes));
}

/** Formats the number of a size for the language. */
function inLanguage(size: string): string {
  return size.replace(/^\S+/, formatDecimal);
}

/**
 * Formats a limit as it was probably entered: '1536 MiB', or abbreviated and exact if that is not a
 * round number.
 */
export function formatLimit(bytes: number): string {
  const { value, unit } = largestWholeUnit(bytes);
  return value < MAX_READABLE ? `${value} ${unit}` : formatSizeExact(bytes);
}

/** Formats bytes abbreviated and exact: '4.2 MiB (4,404,019 B)'. Below 1 KiB only once. */
export function formatSizeExact(bytes: number): string {
  const short = inLanguage(formatBytes(bytes));
  return bytes < 1024 ? short : `${short} (${formatNumber(bytes)} B)`;
}
