import type { RouteName } from '@stowage/contract/pages';
import { createContext, use, useCallback, useMemo, useSyncExternalStore } from 'react';
import type { RouteParams } from './page-path.ts';
import type { Place, Router } from './router.ts';
import { formatSearch, parseSearch, type SearchFields } from './search.ts';

interface GoOptions {
  /** Replace the entry of the history instead of adding one. */
  readonly replace?: boolean;
}

/** The router of the page; see `useRouter`. */
export const RouterContext = createContext<Router | undefined>(undefined);

/** The router that a component stands in. */
export function useRouter(): Router {
  const router = use(RouterContext);
  if (router === undefined) throw new Error('There is no router around this component.');
  return router;
}

function usePlace(): Place {
  const router = useRouter();
  return useSyncExternalStore(router.subscribe, router.place);
}

/** Gives the full address of a path of the console ('/buckets' below the base path). */
export function useHref(): (path: string) => string {
  const { basePath } = useRouter();
  return useCallback((path) => basePath + path, [basePath]);
}

/** Gives a function that opens a path of the console, which `pagePath` makes. */
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

/** The path that is open, below the base path, percent-encoded as in the address bar. */
export function useCurrentPath(): string {
  return usePlace().path;
}

/** The page that is open; undefined where there is none of that address. */
export function useCurrentPage(): RouteName | undefined {
  return usePlace().match?.name;
}

/** What the address of a page holds, decoded. Only for what stands on that page. */
export function useRouteParams<Name extends RouteName>(name: Name): RouteParams<Name> {
  const { match } = usePlace();
  if (match?.name !== name || match.params === undefined) {
    throw new Error(`The page '${name}' is not open.`);
  }
  return match.params as RouteParams<Name>;
}

/**
 * The values that a screen keeps in the query of its address, and a function that changes some of
 * them. Typing into a filter replaces the history's entry. `fields` stays the same object.
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
      // The screen stays, and with it what is not saved.
      const options = { ignoreBlocker: true };
      if (replace) history.replace(href, undefined, options);
      else history.push(href, undefined, options);
    },
    [history, fields],
  );
  return [values, change];
}
