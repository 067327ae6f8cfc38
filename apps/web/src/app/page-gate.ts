import { ROUTES, type Route, type RouteName } from '@stowage/contract/pages';

/** Whether a route pattern is open: the session's list contains exactly this pattern. */
export function isAllowed(pages: readonly string[], pattern: string): boolean {
  return pages.includes(pattern);
}

/** Whether a pattern has no parameters and is itself an address. */
function isAddress(pattern: string): boolean {
  return !/[:*]/.test(pattern);
}

/** Returns the session's first page that needs no parameters; undefined if there is none. */
export function firstAllowedPath(
  pages: readonly string[],
  hasScreen: (name: RouteName) => boolean,
): string | undefined {
  const routes = Object.entries<Route>(ROUTES) as [RouteName, Route][];
  const open = new Set(
    routes.filter(([name]) => hasScreen(name)).map(([, { pattern }]) => pattern),
  );
  return pages.find((pattern) => isAddress(pattern) && open.has(pattern));
}

/** Whether an unknown path lies within an area that the session may open, such as /users/a/b. */
export function isInsideArea(pages: readonly string[], path: string): boolean {
  const [, area = '', ...rest] = path.split('/');
  return rest.some((segment) => segment !== '') && isAllowed(pages, `/${area}`);
}
