import { expect, it } from 'vitest';
import { QUOTA_TYPES, RETENTION_MODES, RETENTION_UNITS } from './retention.ts';

it('quota and retention know their types, modes and units [BUCKETS-29] [BUCKETS-30] [BUCKETS-31]', () => {
  expect(QUOTA_TYPES).toEqual(['hard', 'fifo']);
  expect(RETENTION_MODES).toEqual(['compliance', 'governance']);
  expect(RETENTION_UNITS).toEqual(['days', 'years']);
});
