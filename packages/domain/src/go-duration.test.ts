import { describe, expect, it } from 'vitest';
import { parseGoDuration } from './go-duration.ts';

describe('parseGoDuration', () => {
  it.each([
    ['24h', 86_400_000],
    ['1h30m', 5_400_000],
    ['1.5h', 5_400_000],
    ['90s', 90_000],
    ['1m5ms', 60_005],
    ['0s', 0],
  ])('reads %s', (text, milliseconds) => {
    expect(parseGoDuration(text)).toBe(milliseconds);
  });

  it.each(['', '24', 'h', '-1h', '1d', '1 h', '1h ', '1..5h', '1e3s'])('refuses %j', (text) => {
    expect(parseGoDuration(text)).toBeUndefined();
  });
});
