import { expect, it } from 'vitest';
import { isAnnounced } from './download-notice.ts';

it('announces downloads of more than 104857600 bytes only [OBJ-23] [OBJ-24]', () => {
  expect(isAnnounced(104_857_601)).toBe(true);
  expect(isAnnounced(104_857_600)).toBe(false);
  expect(isAnnounced(0)).toBe(false);
});

it('does not announce what has no known size', () => {
  expect(isAnnounced(undefined)).toBe(false);
});
