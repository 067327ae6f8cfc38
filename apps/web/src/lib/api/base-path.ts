/**
 * Returns the base path for a page's path, without a trailing slash ('' at the root). A page below
 * /api/proxy/ belongs to a tenant's console, whose base is the first four segments; otherwise it
 * comes from the server's <base> element.
 */
export function resolveBasePath(pagePath: string, baseHref: string | undefined): string {
  if (pagePath.startsWith('/api/proxy/')) {
    return pagePath.split('/').slice(0, 5).join('/').replace(/\/+$/, '');
  }
  return baseHref === undefined ? '' : new URL(baseHref).pathname.replace(/\/+$/, '');
}

/** Returns the base path of the current page. */
export function basePath(): string {
  return resolveBasePath(globalThis.location.pathname, document.querySelector('base')?.href);
}
