import type { SessionInfo } from '@stowage/contract/auth';
import type { QueryClient } from '@tanstack/react-query';
import { endSession } from '#web/entities/session/end-session.ts';
import { forgetLogin, saveRedirectPath } from '#web/entities/session/stored-session.ts';
import { openAddress } from '#web/lib/api/open-address.ts';
import { noteSessionEnding } from '#web/lib/api/session-ending.ts';
import { clientState, setClientState } from '#web/lib/client-state/client-state.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import type { ConsoleRouter, Router } from '#web/lib/router/router.ts';

/** The parts of the app needed to end a session. */
export interface SessionHost {
  readonly router: Pick<ConsoleRouter<unknown>, 'history' | 'basePath' | 'leaveFor'>;
  readonly queryClient: QueryClient;
}

/** Applies what a session says about the whole console. */
export function applySession(session: SessionInfo): void {
  setClientState({
    loggedIn: true,
    operatorMode: session.operator,
    distributedSetup: session.distributedMode,
  });
}

/**
 * Forgets the login and the client state derived from it; `savePath` keeps the current path for the
 * next login.
 */
export function forgetSession(
  { history, basePath }: Pick<Router, 'history' | 'basePath'>,
  savePath: boolean,
): void {
  if (savePath) saveRedirectPath(history.location.href, basePath);
  forgetLogin();
  setClientState({
    loggedIn: false,
    operatorMode: false,
    distributedSetup: false,
    modalErrorMessage: null,
  });
}

/**
 * Navigates to the login screen. The screens are removed first and their data afterwards, so that
 * none of them requests it again. The current path is saved unless the user logged out.
 */
export async function leaveForLogin(host: SessionHost, savePath: boolean): Promise<void> {
  const { router, queryClient } = host;
  const login = pagePath('login');
  if (router.history.location.pathname === router.basePath + login) return;
  forgetSession(router, savePath);
  const seen = queryClient.getQueryCache().getAll();
  await router.leaveFor(login);
  for (const query of seen) queryClient.getQueryCache().remove(query);
}

/**
 * Ends the session on the server, and locally even if the server does not respond; then, if
 * requested, the login at the identity provider.
 */
export function logOut(host: SessionHost): Promise<void> {
  // Pending requests would otherwise fail with a lost session.
  void host.queryClient.cancelQueries();
  // The warning about the end of the session is obsolete.
  if (clientState().modalSnackBar?.notice) setClientState({ modalSnackBar: null });
  let provider: string | undefined;
  const told = (redirect?: string) => {
    provider = redirect;
  };
  return noteSessionEnding(
    endSession(told).then(async () => {
      await leaveForLogin(host, false);
      if (provider !== undefined) openAddress(provider);
    }),
  );
}
