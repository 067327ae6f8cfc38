import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** The path under which a request reached the console; begins and ends with a slash. */
const mounts = new WeakMap<IncomingMessage, string>();

const TENANT = /^\/api\/proxy\/([A-Za-z0-9._-]+)\/([A-Za-z0-9._-]+)(?=[/?]|$)/;

/**
 * Splits a request's URL into the path where the console is mounted and the rest, which the routes
 * match. The configured subpath is stripped if a reverse proxy has left it, and
 * /api/proxy/{namespace}/{tenant}/ always.
 */
export function splitMount(url: string, subpath: string): { mount: string; rest: string } {
  const inner = afterSubpath(url, subpath);
  const tenant = TENANT.exec(inner);
  if (!tenant || tenant.slice(1).some((name) => /^\.+$/.test(name))) {
    return { mount: subpath, rest: inner };
  }
  const rest = inner.slice(tenant[0].length);
  return {
    mount: `${subpath}${tenant[0].slice(1)}/`,
    rest: rest.startsWith('/') ? rest : `/${rest}`,
  };
}

function afterSubpath(url: string, subpath: string): string {
  if (url.startsWith(subpath)) return url.slice(subpath.length - 1);
  const bare = subpath.slice(0, -1);
  if (url === bare || url.startsWith(`${bare}?`)) return `/${url.slice(bare.length)}`;
  return url;
}

/** Fastify's rewriteUrl: routes are declared as if the console were at the root. */
export function rewriteMount(subpath: string): (request: IncomingMessage) => string {
  return (request) => {
    const { mount, rest } = splitMount(request.url ?? '/', subpath);
    mounts.set(request, mount);
    return rest;
  };
}

/** The path where this request's console is mounted, for cookies and `<base href>`. */
export function mountOf(request: IncomingMessage): string {
  return mounts.get(request) ?? '/';
}

/** The full URL of a path below this request's console, as its browser sees it. */
export function addressOf({ raw, protocol, host }: FastifyRequest, path: string): string {
  return new URL(`${mountOf(raw)}${path}`, `${protocol}://${host}`).href;
}
