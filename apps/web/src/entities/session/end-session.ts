import { logout } from '@stowage/contract/auth';
import { ApiError } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import {
  logoutPendingKey,
  readStored,
  removeStored,
  writeStored,
} from '#web/lib/client-state/local-storage.ts';

/** How long the server may take to confirm, in milliseconds; logging out waits no longer. */
const confirmedWithin = 5000;

/**
 * Ends the session on the server; false if that was not confirmed. The pending logout is
 * remembered, because the browser still has the cookie: `isLogoutPending` keeps the console locked
 * until then.
 * @param onEnded called with the address that ends the login at the identity provider, if requested
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

/** Whether a logout in this browser is still unconfirmed by the server. */
export function isLogoutPending(): boolean {
  return readStored(logoutPendingKey) !== null;
}

/** Notes that the session of the browser's cookie has ended or been replaced. */
export function sessionEnded(): void {
  removeStored(logoutPendingKey);
}
