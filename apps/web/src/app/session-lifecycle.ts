import type { SessionInfo } from '@stowage/contract/auth';
import type { QueryClient } from '@tanstack/react-query';
import { endSession } from '#web/entities/session/end-session.ts';
import { forgetLogin, saveRedirectPath } from '#web/entities/session/stored-session.ts';
import { openAddress } from '#web/lib/api/open-address.ts';
import { noteSessionEnding } from '#web/lib/api/session-ending.ts';
import { clientState, setClientState } from '#web/lib/client-state/client-state.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import type { ConsoleRouter, Router } from '#web/lib/router/router.ts';

/** What ends a session needs of the app. */
export interface SessionHost {
  readonly router: Pick<ConsoleRouter<unknown>, 'history' | 'basePath' | 'leaveFor'>;
  readonly queryClient: QueryClient;
}

/** Takes over what a session says about the whole console. */
export function applySession(session: SessionInfo): void {
  setClientState({
    loggedIn: true,
    operatorMode: session.operator,
    distributedSetup: session.distributedMode,
  });
}

/** Forgets the login and what the client state took over from it; `savePath` keeps the way back. */
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
 * Leaves for the login screen. The screens go first and then what they showed, so
 * that none of them asks for it again. The path that is open is saved unless the
 * user left on purpose.
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
 * Ends the session on the server, and here even when the server does not answer; then the login at its
 * identity provider, where that is wished for.
 */
export function logOut(host: SessionHost): Promise<void> {
  // What is still on its way would come back as the failure of a session that has ended.
  void host.queryClient.cancelQueries();
  // That the session would end soon is settled.
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
