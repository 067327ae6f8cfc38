import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ConsoleError } from '../console-error.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request comes from a page of this console or from no page at all.
 * Sec-Fetch-Site is the browser's own judgement, true behind any proxy. Without
 * it Origin is held against the host. Without both the caller is no browser that
 * sends them: all current ones name their origin on what is not a GET and on every
 * socket, and the session cookie's SameSite=Lax keeps it off cross-site requests
 * of those that do not.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, host: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}

/** Refuses what another site's page wants changed, and every socket that it opens. */
export function originCheck(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const upgrade = request.headers.upgrade !== undefined;
    if (SAFE.has(request.method) && !upgrade) return;
    if (!isOwnOrigin(request.headers, request.host)) throw new ConsoleError('CrossOrigin');
  });
}
