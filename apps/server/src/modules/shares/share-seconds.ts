import { parseGoDuration } from '@stowage/domain/go-duration';
import { MAX_SHARE_MS, MIN_SHARE_MS } from '@stowage/domain/share-duration';
import { ConsoleError } from '../../console-error.ts';
import type { SessionCredentials } from '../../sessions/session.ts';

/**
 * Returns how many seconds a link requested with this duration can be valid: signatures made with
 * temporary credentials expire with them. A user's own keys do not expire.
 * @throws ConsoleError InvalidInput for a missing or invalid duration, or one that is too short or
 *    too long
 */
export function shareSeconds(
  expires: string | undefined,
  { source, expiresAt }: SessionCredentials,
  now: number,
): number {
  const asked = expires ? parseGoDuration(expires) : MAX_SHARE_MS;
  if (asked === undefined || asked < MIN_SHARE_MS || asked > MAX_SHARE_MS) {
    throw new ConsoleError('InvalidInput', {
      field: 'expires',
      detail: `'expires' is a duration of 1 second to 7 days, such as '3600000ms'.`,
    });
  }
  const isOwn = source === 'keys' || source === 'service-account';
  const left = isOwn ? Number.POSITIVE_INFINITY : expiresAt - now;
  if (left < MIN_SHARE_MS) throw new ConsoleError('SessionRequired');
  return Math.floor(Math.min(asked, left) / 1000);
}
