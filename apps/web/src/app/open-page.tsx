import type { SessionInfo } from '@stowage/contract/auth';
import {
  LDAP,
  neededCapability,
  ROUTES,
  type Route,
  type RouteName,
} from '@stowage/contract/pages';
import { grants } from '@stowage/domain/actions';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import { endSession, isLogoutPending } from '#web/entities/session/end-session.ts';
import { sessionQuery } from '#web/entities/session/session.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { sessionToken } from '#web/lib/api/session-token.ts';
import { showError } from '#web/lib/client-state/notify.ts';
import { translate } from '#web/lib/i18n/messages.ts';
import { loadPart } from '#web/lib/parts/load-part.ts';
import { type PageMatch, pagePath } from '#web/lib/router/page-path.ts';
import type { Opened, Place } from '#web/lib/router/router.ts';
import { appText } from './en.ts';
import { firstAllowedPath, isAllowed, isInsideArea } from './page-gate.ts';
import { SCREENS, type Screen } from './screens.ts';
import { applySession } from './session-lifecycle.ts';
import { CrashPage } from './shell/crash-page.tsx';
import { ShellPending } from './shell/shell-pending.tsx';

/** What the code around the pages provides. */
export interface PageHost {
  readonly queryClient: QueryClient;
  /** Forgets the session; `savePath` keeps the current path for the next login. */
  readonly forgetSession: (savePath: boolean) => void;
  readonly logOut: () => void;
}

type ShellPart = typeof import('./shell/shell-part.ts');

/** A page on the screen: inside the shell, or on its own. */
export interface PageContent {
  readonly screen: ReactNode;
  readonly Shell?: ShellPart['Shell'];
}

type Found = Opened<PageContent> | Promise<Opened<PageContent>>;

const screens: Readonly<Partial<Record<RouteName, Screen>>> = SCREENS;
let shell: ShellPart | undefined;

async function loadShell(): Promise<ShellPart> {
  shell ??= await loadPart(() => import('./shell/shell-part.ts'));
  return shell;
}

/** Starts loading what follows the login. Errors surface when it is needed. */
export function preloadShell(): void {
  if (shell === undefined) void loadShell().catch(() => {});
}

/** Passes a value on: synchronously if it is known, otherwise once it is loaded. */
function then<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

const pageOf = (Component: ComponentType): ReactElement => <Component />;

function screenOf(screen: Screen): ReactElement | Promise<ReactElement> {
  const loaded = screen.loaded();
  return loaded ? pageOf(loaded) : screen.load().then(pageOf);
}

/** Puts a page in the shell, which stays even when the screen fails to load. */
function inShell(page: (shell: ShellPart) => ReactElement | Promise<ReactElement>): Found {
  const content = ({ Shell }: ShellPart, screen: ReactElement) => ({ content: { Shell, screen } });
  return then(shell ?? loadShell(), (part) => {
    const screen = page(part);
    if (!(screen instanceof Promise)) return content(part, screen);
    return screen
      .catch((error: unknown) => <CrashPage error={error} />)
      .then((element) => content(part, element));
  });
}

/** Returns the session; undefined without one (SHELL-02, SHELL-76, SHELL-80). */
async function askForSession({ queryClient, forgetSession }: PageHost) {
  // A logged-out user stays logged out, even if the server has not processed it yet.
  if (isLogoutPending() && !(await endSession())) {
    forgetSession(false);
    return undefined;
  }
  const session = await queryClient.ensureQueryData(sessionQuery).catch((error) => {
    if (!(error instanceof ApiError)) throw error;
    if (!error.sessionLost) showError(error);
    return undefined;
  });
  if (session?.status === 'ok') return session;
  forgetSession(true);
  return undefined;
}

function findSession(host: PageHost) {
  const known = isLogoutPending()
    ? undefined
    : host.queryClient.getQueryData(sessionQuery.queryKey);
  return known ?? askForSession(host);
}

/**
 * Returns where a match redirects to. A bare bucket address has no page of its own, and any other
 * unknown path below it is not a page. The menu entry for heal leads to the heal tool.
 */
function leadsOn({ name, params }: PageMatch): string | undefined {
  if (name === 'heal') return pagePath('healing');
  if (name !== 'bucket') return undefined;
  return /^[^/]+\/?$/.test(params?.rest ?? '') ? pagePath('buckets') : undefined;
}

/**
 * Returns the capability that a page needs and the storage server lacks, so that no user can open
 * it.
 */
function notOffered(route: Route, session: SessionInfo): 'admin' | 'ldap' | undefined {
  const needed = neededCapability(route);
  if (needed !== undefined && !session.capabilities[needed]) return 'admin';
  const canOpen = route.anyOf?.some((action) => grants(session.allowedActions, action)) ?? true;
  return route.feature === LDAP && canOpen ? 'ldap' : undefined;
}

function openForSession(place: Place, session: SessionInfo, host: PageHost): Found {
  applySession(session);
  const start = firstAllowedPath(session.pages, (name) => name in SCREENS);
  if (start === undefined) {
    // A session without any page is useless: it is ended, and the login screen shows the reason.
    host.logOut();
    showError(new Error(translate(appText, 'noAccess')));
    return { redirect: pagePath('login') };
  }
  const { match, path } = place;
  const notFound = () => inShell(({ NotFoundPage }) => <NotFoundPage />);
  const screen = match && screens[match.name];
  if (match && (screen || match.name === 'bucket' || match.name === 'heal')) {
    if (!isAllowed(session.pages, match.pattern)) {
      const missing = notOffered(ROUTES[match.name], session);
      if (missing === undefined) return { redirect: start };
      return inShell(({ NotOfferedPage }) => <NotOfferedPage missing={missing} />);
    }
    const onward = leadsOn(match);
    if (onward !== undefined) return { redirect: onward };
    if (screen === undefined || match.params === undefined) return notFound();
    screen.start?.(host.queryClient, match.params);
    return inShell(() => screenOf(screen));
  }
  if (path === '/404' || isInsideArea(session.pages, path)) return notFound();
  return { redirect: start };
}

/** Loads code in parallel with the session request when this browser probably has a session. */
function loadMeanwhile(screen: Screen | undefined): void {
  if (sessionToken() === '' || isLogoutPending()) return;
  preloadShell();
  void screen?.load().catch(() => {});
}

function isPublic({ match }: Place): boolean {
  const route: Route | undefined = match && ROUTES[match.name];
  return route?.public ?? false;
}

/**
 * Returns the placeholder shown between the login screen, or an empty page, and a page in the
 * shell.
 */
export function pendingPage(place: Place, from: Place | undefined): PageContent | undefined {
  if (isPublic(place) || (from !== undefined && !isPublic(from))) return undefined;
  return { screen: <ShellPending /> };
}

/** Resolves an address of the console to a page: the single gate for all pages. */
export function openPage(place: Place, host: PageHost): Found {
  const { match } = place;
  const screen = match && screens[match.name];
  if (screen && isPublic(place)) {
    return then(screenOf(screen), (page) => ({ content: { screen: page } }));
  }
  const session = findSession(host);
  if (session instanceof Promise) loadMeanwhile(screen);
  return then(session, (found) =>
    found === undefined ? { redirect: pagePath('login') } : openForSession(place, found, host),
  );
}
