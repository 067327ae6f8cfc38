import { endSessions, finishSignOn, getLoginStrategy, login } from '@stowage/contract/auth';
import type { CallInput, CallOutput } from '@stowage/contract/endpoint';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { endSession, isLogoutPending, sessionEnded } from '#web/entities/session/end-session.ts';
import { storeLogin } from '#web/entities/session/stored-session.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import { setClientState } from '#web/lib/client-state/client-state.ts';
import { translate } from '#web/lib/i18n/messages.ts';
import { authText } from './en.ts';

/** The server's information about logging in. */
export type LoginFacts = CallOutput<typeof getLoginStrategy>;

/** The layout of the login screen; requested anew on every visit. */
export const loginStrategyQuery = queryOptions({
  queryKey: ['login-strategy'],
  queryFn: ({ signal }) => call(getLoginStrategy, {}, { signal }),
  staleTime: 0,
  gcTime: 0,
  refetchOnReconnect: false,
  meta: { errors: 'screen' },
});

/** The values of the login form. */
export interface Credentials {
  readonly accessKey: string;
  readonly secretKey: string;
  /** Used with temporary keys. */
  readonly sessionToken?: string;
  readonly keepSignedIn: boolean;
}

/** Starts a session with username and password; `onLogin` then leaves the login screen. */
export function useLogIn(onLogin: () => void) {
  return useMutation({
    mutationFn: async (credentials: Credentials) => {
      // The login replaces the cookie, and with it the last chance to end the previous session.
      if (isLogoutPending()) await endSession();
      return call(login, { body: credentials });
    },
    onSuccess: ({ sessionId }, { accessKey }) => {
      begun(accessKey, sessionId);
      onLogin();
    },
    // The variables contain the password, which is not needed after the response.
    gcTime: 0,
  });
}

/** What an identity provider sent back. */
export type ProviderAnswer = CallInput<typeof finishSignOn>['body'];

/** Starts a session with an identity provider's response; `onLogin` then leaves the page. */
export function useFinishSignOn(onLogin: () => void, onFailure: () => void) {
  return useMutation({
    mutationFn: async (answer: ProviderAnswer) => {
      if (isLogoutPending()) await endSession();
      return call(finishSignOn, { body: answer });
    },
    onSuccess: ({ sessionId, accountName }) => {
      begun(accountName, sessionId);
      onLogin();
    },
    onError: onFailure,
    gcTime: 0,
  });
}

function begun(account: string, sessionId: string) {
  storeLogin(account, sessionId);
  sessionEnded();
  setClientState({ loggedIn: true, modalSnackBar: null });
}

/**
 * Always fails: the contract has no operator login, so no server of this release announces this
 * layout. If one does, the error banner says so.
 */
export function useLogInOperator() {
  return useMutation<void, Error, string>({
    mutationFn: () =>
      Promise.reject(
        new ApiError({
          status: 501,
          code: 'NotSupported',
          message: translate(authText, 'operator.unavailable'),
        }),
      ),
  });
}

/** Ends every session of the account, including this one; `onEnded` then leaves the console. */
export function useEndSessions(onEnded: (count: number) => void) {
  return useMutation({
    mutationFn: () => call(endSessions, {}),
    onSuccess: ({ ended }) => onEnded(ended),
    meta: { errors: 'dialog' },
  });
}
