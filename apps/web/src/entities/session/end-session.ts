import { logout } from '@stowage/contract/auth';
import { ApiError } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import {
  logoutPendingKey,
  readStored,
  removeStored,
  writeStored,
} from '#web/lib/client-state/local-storage.ts';

/** So long the server may take to confirm, in milliseconds; nobody waits longer to leave. */
const confirmedWithin = 5000;

/**
 * Ends the session on the server; false when that was not confirmed. It is remembered until it
 * was, because the browser still has the cookie: `isLogoutPending` then keeps the console shut.
 * @param onEnded told where the login at the identity provider ends, where that is wished for
 */
export async function endSession(onEnded?: (redirect?: string) => void): Promise<boolean> {
  writeStored(logoutPendingKey, 'true');
  try {
    const ended = await call(logout, {}, { signal: AbortSignal.timeout(confirmedWithin) });
    onEnded?.(ended.redirect);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) {
      console.warn('The server did not confirm the logout.', error);
      return false;
    }
  }
  sessionEnded();
  return true;
}

/** Whether somebody has logged out here and the server has not confirmed it yet. */
export function isLogoutPending(): boolean {
  return readStored(logoutPendingKey) !== null;
}

/** The session of the browser's cookie is over, or another one has taken its place. */
export function sessionEnded(): void {
  removeStored(logoutPendingKey);
}
