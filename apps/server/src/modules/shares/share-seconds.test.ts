import { describe, expect, it } from 'vitest';
import type { SessionCredentials } from '../../sessions/session.ts';
import { shareSeconds } from './share-seconds.ts';

const WEEK = 604_800;
const credentials = (source: SessionCredentials['source']): SessionCredentials => ({
  ...{ source, accessKey: 'a', secretKey: 's', expiresAt: 3_600_000 },
});

describe('the seconds that a link is valid', () => {
  it('are those asked for, and a week without', () => {
    const keys = credentials('keys');
    expect(shareSeconds('60000ms', keys, 0)).toBe(60);
    expect(shareSeconds('1h30m', keys, 0)).toBe(5400);
    for (const none of [undefined, '']) expect(shareSeconds(none, keys, 0)).toBe(WEEK);
  });

  it('end with temporary credentials, not with keys of a user', () => {
    expect(shareSeconds('604800000ms', credentials('assume-role'), 600_000)).toBe(3000);
    expect(shareSeconds('604800000ms', credentials('keys'), 600_000)).toBe(WEEK);
    expect(() => shareSeconds('60s', credentials('assume-role'), 3_599_500)).toThrow(
      'The session has ended',
    );
  });

  it.each(['0ms', '999ms', '604800001ms', '-1ms', '60', 'soon', '1e3ms', 'NaNms'])(
    'are refused for %s',
    (expires) => {
      expect(() => shareSeconds(expires, credentials('keys'), 0)).toThrow(
        expect.objectContaining({ code: 'InvalidInput', field: 'expires' }),
      );
    },
  );
});
