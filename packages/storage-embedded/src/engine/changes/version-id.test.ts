import { describe, expect, it } from 'vitest';
import { makeVersionId, sequenceOfVersion } from './version-id.ts';

describe('version id', () => {
  it('is a UUID that tells its sequence number and sorts by time', () => {
    const early = makeVersionId(1_700_000_000_000, 2 ** 45 + 3);
    const late = makeVersionId(1_800_000_000_000, 1);
    expect(early).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(sequenceOfVersion(early)).toBe(2 ** 45 + 3);
    expect(sequenceOfVersion(late)).toBe(1);
    expect(early < late).toBe(true);
  });

  it('tells nothing of other texts', () => {
    expect(sequenceOfVersion('null')).toBeUndefined();
    expect(sequenceOfVersion('3f1c2b44-9d1e-4a55-8c77-0123456789ab')).toBeUndefined();
  });
});
