import { formatBytes } from '@stowage/domain/units';
import { formatNumber } from './numbers.ts';

/** Bytes in short with their binary unit: '4.2 MiB'. An unknown size is '—'. */
export function formatSize(bytes: number | undefined): string {
  return bytes === undefined ? '—' : formatBytes(bytes);
}

/** Bytes in short and exactly: '4.2 MiB (4,404,019 B)'. Below 1 KiB once is enough. */
export function formatSizeExact(bytes: number): string {
  return bytes < 1024 ? formatBytes(bytes) : `${formatBytes(bytes)} (${formatNumber(bytes)} B)`;
}
