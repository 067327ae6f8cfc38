import type { RouteName } from '@stowage/contract/pages';
import { createContext, use, useCallback, useMemo, useSyncExternalStore } from 'react';
import type { RouteParams } from './page-path.ts';
import type { Place, Router } from './router.ts';
import { formatSearch, parseSearch, type SearchFields } from './search.ts';

interface GoOptions {
  /** Replaces the history entry instead of adding one. */
  readonly replace?: boolean;
}

/** The router of the page; see `useRouter`. */
export const RouterContext = createContext<Router | undefined>(undefined);

/** Returns the router of a component. */
export function useRouter(): Router {
  const router = use(RouterContext);
  if (router === undefined) throw new Error('There is no router around this component.');
  return router;
}

function usePlace(): Place {
  const router = useRouter();
  return useSyncExternalStore(router.subscribe, router.place);
}

/** Returns a function for the full address of a console path ('/buckets' below the base path). */
export function useHref(): (path: string) => string {
  const { basePath } = useRouter();
  return useCallback((path) => basePath + path, [basePath]);
}

/** Returns a function that navigates to a path of the console, as made by `pagePath`. */
export function useGo(): (path: string, options?: GoOptions) => void {
  const { history, basePath } = useRouter();
  return useCallback(
    (path, { replace = false } = {}) => {
      if (replace) history.replace(basePath + path);
      else history.push(basePath + path);
    },
    [history, basePath],
  );
}

/** Returns the current path, below the base path, percent-encoded as in the address bar. */
export function useCurrentPath(): string {
  return usePlace().path;
}

/** Returns the current page; undefined if the address matches none. */
export function useCurrentPage(): RouteName | undefined {
  return usePlace().match?.name;
}

/** Returns the decoded parameters of a page's address. Only for components on that page. */
export function useRouteParams<Name extends RouteName>(name: Name): RouteParams<Name> {
  const { match } = usePlace();
  if (match?.name !== name || match.params === undefined) {
    throw new Error(`The page '${name}' is not open.`);
  }
  return match.params as RouteParams<Name>;
}

/**
 * Returns the values that a screen keeps in its address query, and a function that changes some of
 * them. Typing into a filter replaces the history entry. `fields` must be the same object on every
 * render.
 */
export function useSearch<Values>(
  fields: SearchFields<Values>,
): [values: Values, change: (values: Partial<Values>, options?: GoOptions) => void] {
  const { history } = useRouter();
  const { search } = usePlace();
  const values = useMemo(() => parseSearch(fields, search), [fields, search]);
  const change = useCallback(
    (changed: Partial<Values>, { replace = true }: GoOptions = {}) => {
      const { pathname, hash, search: current } = history.location;
      const href = pathname + formatSearch(fields, changed, current) + hash;
      // The screen stays, and so do its unsaved changes.
      const options = { ignoreBlocker: true };
      if (replace) history.replace(href, undefined, options);
      else history.push(href, undefined, options);
    },
    [history, fields],
  );
  return [values, change];
}
