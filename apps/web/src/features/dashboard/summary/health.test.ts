import { describe, expect, it } from 'vitest';
import { driveTone, healthTone, serverTone } from './health.ts';

describe('the colour of a health indicator', () => {
  it.each([
    [0, 4, 'bad'],
    [1, 4, 'bad'],
    [2, 4, 'bad'],
    [1, 2, 'bad'],
    [0, 1, 'bad'],
  ])('is red for %i of %i: at most half [DASH-37]', (ok, total, tone) => {
    expect(healthTone(ok, total)).toBe(tone);
  });

  it.each([
    [3, 4],
    [9, 16],
    [15, 16],
    [2, 3],
  ])('is yellow for %i of %i, half plus one among them [DASH-38]', (ok, total) => {
    expect(healthTone(ok, total)).toBe('warning');
  });

  it.each([
    [1, 'bad'],
    [2, 'good'],
  ])('of two drives is never yellow: %i is %s [DASH-39]', (ok, tone) => {
    expect(healthTone(ok, 2)).toBe(tone);
  });

  it.each([1, 2, 4, 16])('is green when all %i are well [DASH-40]', (total) => {
    expect(healthTone(total, total)).toBe('good');
  });
});

it.each([
  ['online', 'good'],
  ['offline', 'bad'],
  ['initializing', 'neutral'],
])('a server that is %s is %s [DASH-33]', (state, tone) => {
  expect(serverTone({ state })).toBe(tone);
});

it.each([
  ['ok', 'good'],
  ['offline', 'bad'],
  ['unformatted', 'neutral'],
])('a drive that is %s is %s [DASH-34]', (state, tone) => {
  expect(driveTone({ state })).toBe(tone);
});
