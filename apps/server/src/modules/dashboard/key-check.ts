import { type Finding, MAX_FINDINGS } from '@stowage/contract/dashboard/attention';
import type { AdminClient, ServiceAccountInfo } from '@stowage/storage-client/admin';
import { boundedParallel } from '../../bounded-parallel.ts';
import { unlessMissing } from '../../changes/refused-field.ts';
import { unlessDenied } from '../../upstream/unless-denied.ts';

const DAY = 86_400_000;
const [SOON, VERY_SOON] = [14 * DAY, 2 * DAY];
/** Keys that expired longer ago are not reported. */
const FORGOTTEN = 14 * DAY;

type ExpiringKey = Extract<Finding, { kind: 'accessKeyExpires' }>;

/** Finds access keys that expire soon or have recently expired, the earliest first. */
export function keyFindings(
  byOwner: Readonly<Record<string, readonly ServiceAccountInfo[]>>,
  now: number,
): readonly ExpiringKey[] {
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

const AT_ONCE = 8;
/** The servers' error codes for a missing key. */
const GONE = 'XMinioInvalidIAMCredentials';

/**
 * MinIO's lists omit names, so they are requested for the keys that are shown. A key that is gone
 * by then is not reported.
 */
export async function withNames(
  admin: Pick<AdminClient, 'getServiceAccount'>,
  found: readonly ExpiringKey[],
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const named = await boundedParallel(found.slice(0, MAX_FINDINGS), AT_ONCE, async (key) => {
    if (key.name !== '') return key;
    const { accessKey } = key;
    const details = unlessDenied(admin.getServiceAccount({ accessKey, signal }));
    const withName = details.then((known) => ({ ...key, name: known?.name ?? '' }));
    return (await unlessMissing(GONE, withName)) ?? [];
  });
  return [...named.flat(), ...found.slice(MAX_FINDINGS)];
}
