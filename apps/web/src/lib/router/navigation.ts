import { useWindowEvent } from '@mantine/hooks';
import { useBlocker, useLocation, useParams, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

interface GoOptions {
  /** Replace the entry of the history instead of adding one. */
  readonly replace?: boolean;
}

function mountPoint(router: { options: { basepath?: string } }): string {
  const base = router.options.basepath ?? '/';
  return base === '/' ? '' : base;
}

/** Gives the full address of a path of the console ('/buckets' below the base path). */
export function useHref(): (path: string) => string {
  const router = useRouter();
  return useCallback((path) => mountPoint(router) + path, [router]);
}

/** Gives a function that opens a path of the console: percent-encoded, with its query. */
export function useGo(): (path: string, options?: GoOptions) => void {
  const router = useRouter();
  return useCallback(
    (path, options = {}) => {
      const href = mountPoint(router) + path;
      if (options.replace) router.history.replace(href);
      else router.history.push(href);
    },
    [router],
  );
}

/** The path that is open, below the base path, percent-encoded as in the address bar. */
export function useCurrentPath(): string {
  const router = useRouter();
  const base = mountPoint(router);
  return useLocation({
    select: (location) => (location.publicHref.split(/[?#]/)[0] ?? '').slice(base.length) || '/',
  });
}

/** A parameter of the route that is open; '' when the route has none of that name. */
export function useRouteParam(name: string): string {
  const params: Record<string, string | undefined> = useParams({ strict: false });
  return params[name] ?? '';
}

/**
 * One value of the address's query and a function that sets it; undefined or ''
 * takes it out. Typing into a filter replaces the history's entry.
 */
export function useQueryValue(
  name: string,
): [value: string, setValue: (value: string | undefined, options?: GoOptions) => void] {
  const router = useRouter();
  const value = useLocation({
    select: (location) => new URLSearchParams(location.searchStr).get(name) ?? '',
  });
  const setValue = useCallback(
    (next: string | undefined, options: GoOptions = { replace: true }) => {
      const { pathname, search, hash } = router.history.location;
      const query = new URLSearchParams(search);
      if (next === undefined || next === '') query.delete(name);
      else query.set(name, next);
      const href = `${pathname}${query.size === 0 ? '' : `?${query}`}${hash}`;
      if (options.replace) router.history.replace(href);
      else router.history.push(href);
    },
    [router, name],
  );
  return [value, setValue];
}

/**
 * Holds a navigation, and the closing of the tab, while `isHeld` says so. Gives how to go on with a
 * navigation that is held; undefined while none is. The way to the login is never held: the session
 * has ended, and nothing can be saved any more.
 */
export function useLeaveBlocker(isHeld: () => boolean, active: boolean) {
  const held = useBlocker({
    shouldBlockFn: ({ next }) => next.pathname !== '/login' && isHeld(),
    enableBeforeUnload: false,
    disabled: !active,
    withResolver: true,
  });
  useWindowEvent('beforeunload', (event) => {
    if (isHeld()) event.preventDefault();
  });
  return held.status === 'blocked' ? { leave: held.proceed, stay: held.reset } : undefined;
}
