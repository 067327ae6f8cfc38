import type { SessionInfo } from '@stowage/contract/auth';
import type { QueryClient } from '@tanstack/react-query';
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { endSession, isLogoutPending } from '#web/entities/session/end-session.ts';
import { sessionQuery } from '#web/entities/session/session.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { showError } from '#web/lib/client-state/notify.ts';
import { translate } from '#web/lib/i18n/messages.ts';
import { routePath } from '#web/lib/router/router.ts';
import { appText } from './en.ts';
import { firstAllowedPath, isAllowed, isInsideArea } from './page-gate.ts';
import { SCREENS, type Screen } from './screens.ts';
import { applySession } from './session-lifecycle.ts';
import { CrashPage } from './shell/crash-page.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { Root } from './shell/root.tsx';
import { ShellPending } from './shell/shell-pending.tsx';
import { ShellRoute } from './shell/shell-route.tsx';

/** What routes are given: server data, and the way out. */
export interface RouteContext {
  readonly queryClient: QueryClient;
  /** Ends the session and opens the login screen; `savePath` keeps the way back. */
  readonly endSession: (savePath: boolean) => void;
  readonly logOut: () => void;
}

const screenPatterns: ReadonlySet<string> = new Set(Object.keys(SCREENS));

/** The session; without one the browser goes to the login screen (SHELL-02, SHELL-76, SHELL-80). */
async function requireSession(context: RouteContext): Promise<SessionInfo> {
  // Who logged out stays logged out, also when the server has missed it so far.
  if (isLogoutPending() && !(await endSession())) {
    context.endSession(false);
    throw redirect({ to: '/login', replace: true });
  }
  const session = await context.queryClient.ensureQueryData(sessionQuery).catch((error) => {
    if (!(error instanceof ApiError)) throw error;
    if (!error.sessionLost) showError(error);
    return undefined;
  });
  if (session?.status === 'ok') {
    applySession(session);
    return session;
  }
  context.endSession(true);
  throw redirect({ to: '/login', replace: true });
}

/** A session that may open nothing is of no use: it ends, and the login screen says why. */
function startPath(session: SessionInfo, context: RouteContext): string {
  const path = firstAllowedPath(session.pages, screenPatterns);
  if (path !== undefined) return path;
  context.logOut();
  showError(new Error(translate(appText, 'noAccess')));
  throw redirect({ to: '/login', replace: true });
}

const rootRoute = createRootRouteWithContext<RouteContext>()({
  component: Root,
  errorComponent: CrashPage,
});

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  component: lazyRouteComponent(() => import('#web/features/auth/login-page.tsx'), 'LoginPage'),
});

const callbackRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/oauth_callback',
  component: lazyRouteComponent(
    () => import('#web/features/auth/callback-page.tsx'),
    'CallbackPage',
  ),
});

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: ShellRoute,
  pendingComponent: ShellPending,
  pendingMs: 0,
  pendingMinMs: 0,
  errorComponent: CrashPage,
  beforeLoad: async ({ context }) => {
    const session = await requireSession(context);
    const start = startPath(session, context);
    return { session, start };
  },
});

function gate(session: SessionInfo, start: string, pattern: string): void {
  if (!isAllowed(session.pages, pattern)) throw redirect({ to: start, replace: true });
}

/**
 * The route of a pattern. A screen that stands at a pattern and at everything
 * below it is one route, so that it stays as it is while the user goes deeper.
 */
function screenRoute(pattern: string, screen: Screen): AnyRoute | undefined {
  const below = `${pattern}/*`;
  if (SCREENS[below] === screen) return undefined;
  const above = pattern.endsWith('/*') ? pattern.slice(0, -2) : pattern;
  return createRoute({
    getParentRoute: () => shellRoute,
    path: routePath(pattern),
    component: screen,
    errorComponent: CrashPage,
    beforeLoad: ({ context, params }) => {
      const splat: unknown = Reflect.get(params, '_splat');
      const atTop = SCREENS[above] === screen && (splat === undefined || splat === '');
      gate(context.session, context.start, atTop ? above : pattern);
    },
  });
}

const startRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  beforeLoad: ({ context }) => {
    throw redirect({ to: context.start, replace: true });
  },
});

const notFoundRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/404',
  component: NotFoundPage,
});

const unknownRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '$',
  component: NotFoundPage,
  beforeLoad: ({ context, location }) => {
    if (isInsideArea(context.session.pages, location.pathname)) return;
    throw redirect({ to: context.start, replace: true });
  },
});

/** Every route of the console. */
export function createRouteTree() {
  const screens = Object.entries(SCREENS)
    .map(([pattern, screen]) => screenRoute(pattern, screen))
    .filter((route) => route !== undefined);
  return rootRoute.addChildren([
    loginRoute,
    callbackRoute,
    shellRoute.addChildren([startRoute, notFoundRoute, unknownRoute, ...screens]),
  ]);
}
