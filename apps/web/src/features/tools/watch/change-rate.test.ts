import { describe, expect, it } from 'vitest';
import { changeRate } from './change-rate.ts';

const at = (second: string, id = 0) => ({
  ...{ id, kind: 'message' as const },
  message: {
    ...{ Time: `2026-11-12T09:${second}Z`, Size: 1, Path: 'b/k', Type: 's3:ObjectCreated:Put' },
    ...{ Host: '', Port: '', UserAgent: '' },
  },
});

describe('the rate of changes', () => {
  it('counts each second of the minute before the newest', () => {
    const rate = changeRate([
      at('40:59.9'),
      at('41:00.1'),
      at('41:58'),
      at('41:59.2'),
      at('41:59.9'),
    ]);
    expect(rate.times).toHaveLength(60);
    expect((rate.times.at(-1) ?? 0) * 1000).toBe(Date.parse('2026-11-12T09:41:59Z'));
    expect([rate.counts[0], rate.counts.at(-3), rate.counts.at(-2), rate.counts.at(-1)]).toEqual([
      1, 0, 1, 2,
    ]);
    expect(rate.counts.reduce((sum, count) => sum + count)).toBe(4);
  });

  it('passes by gaps and times that cannot be read', () => {
    expect(changeRate([{ id: 0, kind: 'gap' }, at('nonsense')])).toEqual({ times: [], counts: [] });
  });
});
