import { login } from '@stowage/contract/auth';
import { useMutation } from '@tanstack/react-query';
import { endSession, isLogoutPending, sessionEnded } from '#web/entities/session/end-session.ts';
import { storeLogin } from '#web/entities/session/stored-session.ts';
import { call } from '#web/lib/api/call.ts';
import { setClientState } from '#web/lib/client-state/client-state.ts';

/** What the login form holds. */
export interface Credentials {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly keepSignedIn: boolean;
}

/** Begins a session with username and password; `onLogin` then leaves the login screen. */
export function useLogIn(onLogin: () => void) {
  return useMutation({
    mutationFn: async (credentials: Credentials) => {
      // The login replaces the cookie, and with it the last chance to end the session before.
      if (isLogoutPending()) await endSession();
      return call(login, { body: credentials });
    },
    onSuccess: ({ sessionId }, { accessKey }) => {
      storeLogin(accessKey, sessionId);
      sessionEnded();
      setClientState({ loggedIn: true, modalSnackBar: null });
      onLogin();
    },
    // The password is in its variables: nobody needs them once it has been answered.
    gcTime: 0,
  });
}
