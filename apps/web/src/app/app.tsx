import type { QueryClient } from '@tanstack/react-query';
import { type RouterHistory, RouterProvider } from '@tanstack/react-router';
import { basePath } from '#web/lib/api/base-path.ts';
import { onSessionLost } from '#web/lib/api/session-lost.ts';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { translate } from '#web/lib/i18n/messages.ts';
import { createQueryClient } from '#web/lib/query-client/query-client.ts';
import { createConsoleRouter } from '#web/lib/router/router.ts';
import { appText } from './en.ts';
import { followProgress } from './progress.ts';
import { Providers } from './providers.tsx';
import { createRouteTree, type RouteContext } from './routes.tsx';
import { leaveForLogin, logOut } from './session-lifecycle.ts';

function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  const context: RouteContext = {
    queryClient,
    endSession: (savePath) => void leaveForLogin({ router, queryClient }, savePath),
    logOut: () => void logOut({ router, queryClient }),
  };
  const router = createConsoleRouter({
    routeTree: createRouteTree(),
    basePath: basePath(),
    context,
    ...(history === undefined ? {} : { history }),
  });
  return router;
}

/** The console: server data, router, and what ties them to the session. */
export interface ConsoleApp {
  readonly queryClient: QueryClient;
  readonly router: ReturnType<typeof createAppRouter>;
  /** Lets go of what the app listens to. */
  readonly dispose: () => void;
}

/** Builds the console for the page that is open. */
export function createApp(history?: RouterHistory): ConsoleApp {
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient, history);
  const forgetHandler = onSessionLost((reason) => {
    // Whoever was not logged in has lost nothing.
    if (reason === 'unauthorized' && clientState().loggedIn) {
      showMessage(translate(appText, 'session.ended'));
    }
    void leaveForLogin({ router, queryClient }, true);
  });
  const stopProgress = followProgress(router);
  return {
    queryClient,
    router,
    dispose: () => {
      forgetHandler();
      stopProgress();
      queryClient.clear();
      router.history.destroy();
    },
  };
}

interface AppProps {
  readonly app: ConsoleApp;
  /** 'test' switches motion off. */
  readonly env?: 'default' | 'test';
}

/** The console as React draws it. */
export function App({ app, env = 'default' }: AppProps) {
  return (
    <Providers queryClient={app.queryClient} env={env}>
      <RouterProvider router={app.router} />
    </Providers>
  );
}
