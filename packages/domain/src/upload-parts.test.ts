import { describe, expect, it } from 'vitest';
import { MAX_OBJECT_SIZE, MAX_PARTS, partSizeFor, partsOf } from './upload-parts.ts';

const MIB = 1024 * 1024;

describe('the parts of an upload', () => {
  it.each([
    [17 * MIB, 16 * MIB, 2],
    [16 * MIB * MAX_PARTS, 16 * MIB, MAX_PARTS],
    [16 * MIB * MAX_PARTS + 1, 17 * MIB, 9412],
    [MAX_OBJECT_SIZE, 525 * MIB, 9987],
  ])('of %d bytes have %d bytes, and there are %d', (size, partSize, count) => {
    expect(partSizeFor(size)).toBe(partSize);
    expect(partsOf(size, partSizeFor(size))).toHaveLength(count);
  });

  it('follow each other and end with the file', () => {
    expect(partsOf(25, 10)).toEqual([
      { number: 1, start: 0, end: 10 },
      { number: 2, start: 10, end: 20 },
      { number: 3, start: 20, end: 25 },
    ]);
  });
});
