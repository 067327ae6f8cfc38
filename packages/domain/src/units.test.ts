import { describe, expect, it } from 'vitest';
import {
  BINARY_UNITS,
  DECIMAL_LABELS,
  formatBytes,
  formatCompact,
  largestWholeUnit,
  parseBytes,
  sizeToBytes,
  unitBytes,
  WIRE_UNITS,
  wireUnit,
} from './units.ts';

describe('units of size', () => {
  it('are 1024-based, whatever their label [DASH-43]', () => {
    expect(BINARY_UNITS.map(unitBytes)).toEqual([
      1n,
      1024n,
      1048576n,
      1073741824n,
      1099511627776n,
      1125899906842624n,
      1152921504606846976n,
    ]);
    expect(DECIMAL_LABELS.map((label) => parseBytes(`1 ${label}`))).toEqual(
      DECIMAL_LABELS.map((_, index) => 1024n ** BigInt(index)),
    );
  });

  it('have the wire labels B, Ki, Mi, Gi, Ti, Pi, Ei [DASH-44]', () => {
    expect(WIRE_UNITS).toEqual(['B', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']);
    expect(BINARY_UNITS.map(wireUnit)).toEqual(WIRE_UNITS);
  });

  it('have the decimal-style labels B, KB through YB [DASH-45]', () => {
    expect(DECIMAL_LABELS).toEqual(['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB']);
    expect(formatBytes(1024 * 1024, DECIMAL_LABELS)).toBe('1.0 MB');
  });
});

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [5, '5 B'],
    [1023, '1023 B'],
    [1024, '1.0 KiB'],
    [1536, '1.5 KiB'],
    [9.94 * 1024, '9.9 KiB'],
    [9.96 * 1024, '10 KiB'],
    [10 * 1024, '10 KiB'],
    [15.5 * 1024, '16 KiB'],
    [1023.4 * 1024, '1023 KiB'],
    [1023.6 * 1024, '1.0 MiB'],
    [1073741824, '1.0 GiB'],
    [274877906944n, '256 GiB'],
    [1024n ** 6n, '1.0 EiB'],
    [1024n ** 6n * 2000n, '2000 EiB'],
    [-1, '0 B'],
  ])('%s is %s: one decimal under 10 and above bytes [DASH-46]', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});

describe('parseBytes', () => {
  it.each([
    ['1024', 1024n],
    ['10 GiB', 10737418240n],
    ['10Gi', 10737418240n],
    ['1.5 KiB', 1536n],
    ['0.5', 0n],
    [' 7 ei ', 7n * 1024n ** 6n],
    ['9007199254740993 B', 9007199254740993n],
    ['512 kb', 524288n],
    ['3g', 3221225472n],
    ['0', 0n],
  ])('%j has %s bytes', (text, bytes) => {
    expect(parseBytes(text)).toBe(bytes);
  });

  it.each(['', 'GiB', '-1', '1,5 GiB', '1 XiB', '1 GiB x', '1e3'])('%j is no size', (text) => {
    expect(parseBytes(text)).toBeUndefined();
  });
});

describe('sizes of quotas', () => {
  it.each([
    [{ value: 1, unit: 'TiB' }, 1099511627776n],
    [{ value: 1.5, unit: 'GiB' }, 1610612736n],
    [{ value: 0, unit: 'GiB' }, 0n],
  ] as const)('%o is sent as %s bytes [BUCKETS-40]', (size, bytes) => {
    expect(sizeToBytes(size)).toBe(bytes);
  });

  it.each([Number.NaN, -1, Number.POSITIVE_INFINITY])('%s is no size', (value) => {
    expect(sizeToBytes({ value, unit: 'GiB' })).toBeUndefined();
  });

  it.each([
    [0, 0, 'B'],
    [1000, 1000, 'B'],
    [1024, 1, 'KiB'],
    [1536, 1536, 'B'],
    [1536 * 1024 * 1024, 1536, 'MiB'],
    [2048 * 1024 * 1024, 2, 'GiB'],
    [1024 ** 4, 1, 'TiB'],
    [1024n ** 7n, 1024, 'EiB'],
  ] as const)('%s bytes are %s %s, the largest whole unit [BSUM-08]', (bytes, value, unit) => {
    expect(largestWholeUnit(bytes)).toEqual({ value, unit });
  });
});

describe('formatCompact', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1K'],
    [1234, '1.2K'],
    [15_400, '15K'],
    [999_999, '1M'],
    [3_400_000, '3.4M'],
    [2_000_000_000, '2B'],
    [5e12, '5000B'],
    [-1500, '-1.5K'],
  ])('%s is %s [DASH-48]', (count, text) => {
    expect(formatCompact(count)).toBe(text);
  });
});
