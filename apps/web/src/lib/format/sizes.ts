import { formatBytes, largestWholeUnit } from '@stowage/domain/units';
import { formatDecimal, formatNumber } from './numbers.ts';

const MAX_READABLE = 10_000;

/** Bytes in short with their binary unit: '4.2 MiB'. An unknown size is '—'. */
export function formatSize(bytes: number | undefined): string {
  return bytes === undefined ? '—' : inLanguage(formatBytes(bytes));
}

/** The number of a size as the language writes it. */
function inLanguage(size: string): string {
  return size.replace(/^\S+/, formatDecimal);
}

/** A limit as somebody may have set it: '1536 MiB', or in short and exactly where that is no round number. */
export function formatLimit(bytes: number): string {
  const { value, unit } = largestWholeUnit(bytes);
  return value < MAX_READABLE ? `${value} ${unit}` : formatSizeExact(bytes);
}

/** Bytes in short and exactly: '4.2 MiB (4,404,019 B)'. Below 1 KiB once is enough. */
export function formatSizeExact(bytes: number): string {
  const short = inLanguage(formatBytes(bytes));
  return bytes < 1024 ? short : `${short} (${formatNumber(bytes)} B)`;
}
