/**
 * Where the console is mounted, without a slash at the end ('' at the root). A
 * page below /api/proxy/ belongs to a tenant's console, whose base is the first
 * four segments; elsewhere the server's <base> element says it.
 */
export function resolveBasePath(pagePath: string, baseHref: string | undefined): string {
  if (pagePath.startsWith('/api/proxy/')) {
    return pagePath.split('/').slice(0, 5).join('/').replace(/\/+$/, '');
  }
  return baseHref === undefined ? '' : new URL(baseHref).pathname.replace(/\/+$/, '');
}

/** The base path of the page that is open. */
export function basePath(): string {
  return resolveBasePath(globalThis.location.pathname, document.querySelector('base')?.href);
}
