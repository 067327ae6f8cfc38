import {
  type AnyRoute,
  createRouter,
  parseSearchWith,
  type RouterHistory,
  stringifySearchWith,
} from '@tanstack/react-router';
import { subpathRewrite } from './subpath.ts';

/**
 * The router's own form of a route pattern of the contract: ':name' is one
 * segment, ':name+' and '*' take the rest of the path. A pattern without a rest
 * ends in '/', which lets it win over a rest at the same place.
 */
export function routePath(pattern: string): string {
  const segments = pattern.split('/').map((segment) => {
    if (segment === '*' || segment.endsWith('+')) return '$';
    return segment.startsWith(':') ? `$${segment.slice(1)}` : segment;
  });
  return segments.at(-1) === '$' ? segments.join('/') : `${segments.join('/')}/`;
}

interface RouterParts {
  readonly routeTree: AnyRoute;
  /** Where the console is mounted; '' at the root. */
  readonly basePath: string;
  readonly history?: RouterHistory;
  /** What the routes of the tree ask for. */
  readonly context?: object;
}

/** A router over a route tree; query values stay the plain strings that the address holds. */
export function createConsoleRouter({ routeTree, basePath, history, context }: RouterParts) {
  return createRouter({
    routeTree,
    basepath: basePath === '' ? '/' : basePath,
    rewrite: subpathRewrite,
    trailingSlash: 'preserve',
    scrollRestoration: true,
    defaultPreload: false,
    parseSearch: parseSearchWith((value) => value),
    stringifySearch: stringifySearchWith(String),
    ...(history === undefined ? {} : { history }),
    ...(context === undefined ? {} : { context }),
  });
}
