/** Size units, all 1024-based, smallest first. */
export const BINARY_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'] as const;
export type BinaryUnit = (typeof BINARY_UNITS)[number];

/** The same units as written by Kubernetes and the console's API. */
export const WIRE_UNITS = ['B', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const;
export type WireUnit = (typeof WIRE_UNITS)[number];

/** Decimal-style labels; these are 1024-based too. */
export const DECIMAL_LABELS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const;

/** An amount and its unit, for an input with a select. */
export interface Size {
  readonly value: number;
  readonly unit: BinaryUnit;
}

/** Returns the size of a unit in bytes. */
export function unitBytes(unit: BinaryUnit): bigint {
  return 1024n ** BigInt(BINARY_UNITS.indexOf(unit));
}

/** Returns the unit's name on the wire ('GiB' is 'Gi'). */
export function wireUnit(unit: BinaryUnit): WireUnit {
  return WIRE_UNITS[BINARY_UNITS.indexOf(unit)] ?? 'B';
}

/**
 * Formats bytes for display: '512 B', '1.5 KiB', '15 KiB'. One decimal if the value is under 10 and
 * the unit above bytes. `labels` may be DECIMAL_LABELS.
 */
export function formatBytes(
  bytes: number | bigint,
  labels: readonly string[] = BINARY_UNITS,
): string {
  let value = Math.max(0, Number(bytes));
  let index = 0;
  while (index < labels.length - 1 && Math.round(value) >= 1024) {
    value /= 1024;
    index += 1;
  }
  return `${oneDecimalUnderTen(value, index > 0)} ${labels[index] ?? ''}`;
}

function oneDecimalUnderTen(value: number, decimal: boolean): string {
  return decimal && value < 9.95 ? value.toFixed(1) : value.toFixed(0);
}

const SIZE_TEXT = /^(\d+)(?:\.(\d+))?\s*([A-Za-z]*)$/;

/**
 * Parses a size such as '10 GiB', '1.5Ti', '512 kb' or '1024' to bytes; fractions of a byte are
 * truncated. Undefined if it is not a size. Every unit is 1024-based.
 */
export function parseBytes(text: string): bigint | undefined {
  const found = SIZE_TEXT.exec(text.trim());
  if (found === null) return undefined;
  const [, whole = '0', fraction = '', label = ''] = found;
  const index = unitIndex(label);
  if (index < 0) return undefined;
  const scale = 10n ** BigInt(fraction.length);
  return (BigInt(whole + fraction) * 1024n ** BigInt(index)) / scale;
}

function unitIndex(label: string): number {
  const wanted = label.toLowerCase();
  if (wanted === '') return 0;
  const lists: readonly (readonly string[])[] = [BINARY_UNITS, WIRE_UNITS, DECIMAL_LABELS];
  for (const list of lists) {
    const index = list.findIndex((unit) => unit.toLowerCase() === wanted);
    if (index >= 0) return index;
  }
  return DECIMAL_LABELS.findIndex((unit, index) => index > 0 && unit[0]?.toLowerCase() === wanted);
}

/**
 * Converts a size to bytes; the value may have decimals. Undefined unless the amount is positive.
 */
export function sizeToBytes(size: Size): bigint | undefined {
  if (!Number.isFinite(size.value) || size.value < 0) return undefined;
  return parseBytes(`${plainDecimal(size.value)} ${size.unit}`);
}

function plainDecimal(value: number): string {
  return Number.isInteger(value) ? BigInt(value).toString() : value.toFixed(6);
}

/** Expresses a quota in its largest whole unit: 1536 MiB stays '1536 MiB', 2048 MiB is '2 GiB'. */
export function largestWholeUnit(bytes: number | bigint): Size {
  let value = BigInt(bytes);
  let index = 0;
  while (value > 0n && value % 1024n === 0n && index < BINARY_UNITS.length - 1) {
    value /= 1024n;
    index += 1;
  }
  return { value: Number(value), unit: BINARY_UNITS[index] ?? 'B' };
}

const COMPACT: readonly (readonly [number, string])[] = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
];

/** Formats a count compactly: 999, '1.2K', '15K', '3.4M', '2B'. */
export function formatCompact(count: number): string {
  const sign = count < 0 ? '-' : '';
  const size = Math.abs(count);
  for (const [index, [limit, suffix]] of COMPACT.entries()) {
    if (size < limit) continue;
    const value = size / limit;
    const text = value < 9.95 ? value.toFixed(1).replace(/\.0$/, '') : value.toFixed(0);
    const carried = text === '1000' ? COMPACT[index - 1] : undefined;
    return carried === undefined ? `${sign}${text}${suffix}` : `${sign}1${carried[1]}`;
  }
  return `${sign}${Math.round(size)}`;
}
