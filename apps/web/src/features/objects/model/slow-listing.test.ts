import { expect, it } from 'vitest';
import { slowListingTick, slowNotice } from './slow-listing.ts';

it.each([
  [0, { shown: false }],
  [2, { shown: false }],
  [3, { shown: true, seconds: undefined }],
  [5, { shown: true, seconds: undefined }],
  [6, { shown: true, seconds: 6 }],
  [61, { shown: true, seconds: 61 }],
])('after %d s of listing: %j [OBJ-26] [OBJ-27]', (seconds, notice) => {
  expect(slowNotice(seconds)).toEqual(notice);
});

it('looks every second [OBJ-28]', () => {
  expect(slowListingTick).toBe(1000);
});
