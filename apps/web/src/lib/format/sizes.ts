import { formatBytes, largestWholeUnit } from '@stowage/domain/units';
import { formatNumber } from './numbers.ts';

const MAX_READABLE = 10_000;

/** Bytes in short with their binary unit: '4.2 MiB'. An unknown size is '—'. */
export function formatSize(bytes: number | undefined): string {
  return bytes === undefined ? '—' : formatBytes(bytes);
}

/** A limit as somebody may have set it: '1536 MiB', or in short and exactly where that is no round number. */
export function formatLimit(bytes: number): string {
  const { value, unit } = largestWholeUnit(bytes);
  return value < MAX_READABLE ? `${value} ${unit}` : formatSizeExact(bytes);
}

/** Bytes in short and exactly: '4.2 MiB (4,404,019 B)'. Below 1 KiB once is enough. */
export function formatSizeExact(bytes: number): string {
  return bytes < 1024 ? formatBytes(bytes) : `${formatBytes(bytes)} (${formatNumber(bytes)} B)`;
}
