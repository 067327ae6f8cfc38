import { describe, expect, it } from 'vitest';
import { formatSize } from '#web/lib/format/sizes.ts';
import { axisTexts, BYTE_STEPS, stacked, valueRange } from './axis.ts';

describe('the axis of values', () => {
  it('says each label once: a fraction of a byte is no label of its own', () => {
    const sizes = (value: number) => formatSize(Math.round(value));
    expect(axisTexts([0, 0.5, 1, 1.4], sizes)).toEqual(['0 B', '1 B', '', '']);
  });

  it('has round steps for bytes', () => {
    const steps = [512, 1024, 1024 ** 3 / 2, 1024 ** 5];
    expect(steps.every((step) => BYTE_STEPS.includes(step))).toBe(true);
  });

  it('begins at zero, has air above the highest value, and a height where all are zero', () => {
    expect(valueRange(100, 1)).toEqual([0, 108]);
    expect(valueRange(0, 16)).toEqual([0, 16]);
    expect(valueRange(null, 1)).toEqual([0, 1]);
  });
});

it('puts series upon each other, with nothing where one has no value', () => {
  expect(
    stacked([
      [1, 2],
      [null, 3],
      [5, null],
    ]),
  ).toEqual([
    [1, 2],
    [1, 5],
    [6, 5],
  ]);
});
