import type { FastifyInstance } from 'fastify';

/**
 * Says once in the log that a proxy is in front which nobody declared: all users
 * then share its address, in the log and where login attempts are counted.
 */
export function proxyWarning(app: FastifyInstance): void {
  let warned = false;
  app.addHook('onRequest', async ({ headers, ips, socket, log }) => {
    if (warned || headers['x-forwarded-for'] === undefined) return;
    // Fastify's list goes on past the peer where the peer is trusted.
    if (ips !== undefined && ips.length > 1) return;
    warned = true;
    log.warn(
      { peer: socket.remoteAddress },
      'X-Forwarded-For of an untrusted peer is ignored: if it is your reverse proxy, name it in STOWAGE_TRUSTED_PROXIES',
    );
  });
}
