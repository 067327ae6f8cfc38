import type { FastifyInstance } from 'fastify';

/**
 * Warns once in the log about an undeclared proxy in front of the console: all users then share its
 * address, in the log and in the login limit.
 */
export function proxyWarning(app: FastifyInstance): void {
  let warned = false;
  app.addHook('onRequest', async ({ headers, ips, socket, log }) => {
    if (warned || headers['x-forwarded-for'] === undefined) return;
    // Fastify's list continues beyond the peer if the peer is trusted.
    if (ips !== undefined && ips.length > 1) return;
    warned = true;
    log.warn(
      { peer: socket.remoteAddress },
      'X-Forwarded-For of an untrusted peer is ignored: if it is your reverse proxy, name it in STOWAGE_TRUSTED_PROXIES',
    );
  });
}
