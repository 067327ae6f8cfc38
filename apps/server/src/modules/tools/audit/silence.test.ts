import { expect, it } from 'vitest';
import { createSilence } from './silence.ts';

const MINUTE = 60_000;

it('is noticed once the first call that brought nothing is minutes ago', () => {
  const silence = createSilence();
  expect(silence.look('12', 0)).toBeUndefined();
  expect(silence.look('12', 2 * MINUTE)).toBeUndefined();
  expect(silence.look('12', 3 * MINUTE)).toBe(0);
});

it('ends with a record, and is none where nobody has called for long', () => {
  const silence = createSilence();
  silence.look('12', 0);
  // The record of the previous call, which arrived after the check.
  expect(silence.look('13', 60 * MINUTE)).toBeUndefined();
  expect(silence.look('13', 61 * MINUTE)).toBeUndefined();
  expect(silence.look('13', 63 * MINUTE)).toBe(60 * MINUTE);
  expect(silence.look('14', 64 * MINUTE)).toBeUndefined();
});

it('starts anew where records are to come another way', () => {
  const silence = createSilence();
  silence.look('12', 0);
  silence.forget();
  expect(silence.look('12', 3 * MINUTE)).toBeUndefined();
});
