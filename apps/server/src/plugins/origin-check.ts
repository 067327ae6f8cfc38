import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ConsoleError } from '../console-error.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request comes from a page of this console or from no page at all. Sec-Fetch-Site is the
 * browser's own verdict, reliable behind any proxy. Without it, Origin is compared with the host.
 * Without both, the caller is not a browser that sends them: all current ones send Origin with
 * requests other than GET and with every socket, and the session cookie's SameSite=Lax keeps it out
 * of cross-site requests of those that do not.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, host: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}

/** Rejects changes requested by another site's page, and every socket that it opens. */
export function originCheck(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const upgrade = request.headers.upgrade !== undefined;
    if (SAFE.has(request.method) && !upgrade) return;
    if (!isOwnOrigin(request.headers, request.host)) throw new ConsoleError('CrossOrigin');
  });
}
