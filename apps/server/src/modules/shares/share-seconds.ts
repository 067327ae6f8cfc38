import { parseGoDuration } from '@stowage/domain/go-duration';
import { MAX_SHARE_MS, MIN_SHARE_MS } from '@stowage/domain/share-duration';
import { ConsoleError } from '../../console-error.ts';
import type { SessionCredentials } from '../../sessions/session.ts';

/**
 * For how many seconds a link can be valid that is asked for with this duration: signatures of
 * temporary credentials end with them. Keys of a user's own have no end.
 * @throws ConsoleError InvalidInput for no duration, or one that is too short or too long
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
