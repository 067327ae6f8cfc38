import { expect, it } from 'vitest';
import { formatMilliseconds } from './milliseconds.ts';

it.each([
  [0, '0 µs'],
  [0.85, '850 µs'],
  [1.237, '1.24 ms'],
  [12.37, '12.4 ms'],
  [999, '999 ms'],
  [2400, '2.40 s'],
  [75_000, '75.0 s'],
])('writes %d ms as %s', (milliseconds, text) => {
  expect(formatMilliseconds(milliseconds)).toBe(text);
});
