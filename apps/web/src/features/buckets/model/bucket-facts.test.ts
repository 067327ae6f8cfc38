import { describe, expect, it } from 'vitest';
import { aBucket } from '#web/testing/factories.ts';
import { accessLabel, quotaUse } from './bucket-facts.ts';

describe('facts of a bucket', () => {
  it('writes access as R, W, R/W or nothing', () => {
    const label = (read: boolean, write: boolean) => accessLabel({ rw_access: { read, write } });
    expect(label(true, false)).toBe('R');
    expect(label(false, true)).toBe('W');
    expect(label(true, true)).toBe('R/W');
    expect(label(false, false)).toBe('');
  });

  it('knows how much of a quota is used, and when it gets tight', () => {
    const withQuota = (size: number | undefined, quota: number) =>
      quotaUse(
        aBucket({
          ...(size === undefined ? {} : { size }),
          details: { quota: { quota, type: 'hard' } },
        }),
      );
    expect(withQuota(62, 100)).toEqual({ limit: 100, share: 0.62, tight: false });
    expect(withQuota(91, 100)?.tight).toBe(true);
    expect(withQuota(300, 100)?.share).toBe(1);
    expect(withQuota(5, 0)).toBeUndefined();
    expect(quotaUse(aBucket({ size: 5 }))).toBeUndefined();
  });
});
