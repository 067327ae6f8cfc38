import type { Server } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ConsoleError } from '../console-error.ts';

/** The TLS port of a server that also listens without TLS. */
const ports = new WeakMap<Server, number>();

/** Probes follow no redirects and trust no certificate; their responses reveal nothing. */
const PROBED: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i;

/** Makes this server redirect requests without TLS to this port of the same host. */
export function sendToTls(server: Server, port: number): void {
  ports.set(server, port);
}

/**
 * Redirects requests without TLS to the TLS port, keeping method and body. A trusted proxy may
 * report its client's protocol (X-Forwarded-Proto).
 */
export function tlsRedirect(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const port = ports.get(app.server);
    if (port === undefined || request.protocol === 'https' || isProbe(request)) return;
    // A permanent redirect would outlive the setting, and a cached one could reach users of another
    // host name.
    return reply.header('cache-control', 'no-store').redirect(secureUrl(request, port), 308);
  });
}

function isProbe({ url }: FastifyRequest): boolean {
  return PROBED.has(url.split('?', 1)[0] ?? '');
}

/** The host is one of the console's own (`hostCheck`), and contains nothing but a name. */
function secureUrl({ headers, originalUrl }: FastifyRequest, port: number): string {
  const name = HOST.exec(headers.host ?? '')?.[1];
  if (name === undefined) {
    throw new ConsoleError('InvalidInput', { detail: 'The request names no host.' });
  }
  const suffix = port === 443 ? '' : `:${port}`;
  const path = originalUrl.startsWith('/') ? originalUrl : '/';
  return `https://${name}${suffix}${path}`;
}
