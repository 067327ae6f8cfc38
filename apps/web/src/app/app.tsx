import { createBrowserHistory } from '@tanstack/history';
import type { QueryClient } from '@tanstack/react-query';
import { basePath } from '#web/lib/api/base-path.ts';
import { onSessionLost } from '#web/lib/api/session-lost.ts';
import { clientState, setClientState } from '#web/lib/client-state/client-state.ts';
import { showNotice } from '#web/lib/client-state/notify.ts';
import { translate } from '#web/lib/i18n/messages.ts';
import { createQueryClient } from '#web/lib/query-client/query-client.ts';
import { type ConsoleRouter, createRouter } from '#web/lib/router/router.ts';
import { appText } from './en.ts';
import {
  openPage,
  type PageContent,
  type PageHost,
  pendingPage,
  preloadShell,
} from './open-page.tsx';
import { Providers } from './providers.tsx';
import { forgetSession, leaveForLogin, logOut } from './session-lifecycle.ts';
import { CrashPage } from './shell/crash-page.tsx';
import { Root } from './shell/root.tsx';

/** The console: server data, router, and their connection to the session. */
export interface ConsoleApp {
  readonly queryClient: QueryClient;
  readonly router: ConsoleRouter<PageContent>;
  readonly logOut: () => void;
  /** Removes the app's listeners. */
  readonly dispose: () => void;
}

/**
 * A user who starts to log in needs the shell next; loading it earlier would only delay the login
 * screen.
 */
const LOGIN_SIGNS = ['input', 'submit'] as const;

/** Builds the console for the current page. */
export function createApp(): ConsoleApp {
  const queryClient = createQueryClient();
  const history = createBrowserHistory();
  const host: PageHost = {
    queryClient,
    forgetSession: (savePath) => forgetSession({ history, basePath: basePath() }, savePath),
    logOut: () => void logOut({ router, queryClient }),
  };
  const forgetHandler = onSessionLost((reason) => {
    // Without a login there is no session to lose.
    if (reason === 'unauthorized' && clientState().loggedIn) {
      showNotice(translate(appText, 'session.ended'), 'lasting');
    }
    void leaveForLogin({ router, queryClient }, true);
  });
  const router = createRouter<PageContent>({
    history,
    basePath: basePath(),
    open: (place) => openPage(place, host),
    pending: pendingPage,
    failed: (error) => ({ screen: <CrashPage error={error} /> }),
    onProgress: (loadingProgress) => setClientState({ loadingProgress }),
  });
  for (const sign of LOGIN_SIGNS) globalThis.addEventListener(sign, preloadShell, true);
  return {
    queryClient,
    router,
    logOut: host.logOut,
    dispose: () => {
      forgetHandler();
      for (const sign of LOGIN_SIGNS) globalThis.removeEventListener(sign, preloadShell, true);
      router.dispose();
      queryClient.clear();
    },
  };
}

interface AppProps {
  readonly app: ConsoleApp;
  /** 'test' disables motion. */
  readonly env?: 'default' | 'test';
}

/** Renders the console. */
export function App({ app, env = 'default' }: AppProps) {
  return (
    <Providers queryClient={app.queryClient} env={env}>
      <Root router={app.router} onLogout={app.logOut} />
    </Providers>
  );
}
