import type { Finding } from '@stowage/contract/dashboard/attention';
import type { ServiceAccountInfo } from '@stowage/storage-client/admin';

const DAY = 86_400_000;
const [SOON, VERY_SOON] = [14 * DAY, 2 * DAY];
/** What ended longer ago was noticed or is missed by nobody. */
const FORGOTTEN = 14 * DAY;

/** Access keys that expire soon, or have expired lately; the next one first. */
export function keyFindings(
  byOwner: Readonly<Record<string, readonly ServiceAccountInfo[]>>,
  now: number,
): readonly Finding[] {
  return Object.entries(byOwner)
    .flatMap(([owner, keys]) =>
      keys.flatMap(({ accessKey, name, expiration, enabled }) => {
        const left = expiration === undefined ? Number.NaN : Date.parse(expiration) - now;
        const isNear = enabled && left <= SOON && left > -FORGOTTEN;
        return isNear && expiration !== undefined
          ? [{ accessKey, name, owner, expiresAt: expiration, left }]
          : [];
      }),
    )
    .sort((a, b) => a.left - b.left)
    .map(({ left, ...key }) => ({
      kind: 'accessKeyExpires',
      severity: left <= VERY_SOON ? 'critical' : 'warning',
      ...key,
    }));
}
