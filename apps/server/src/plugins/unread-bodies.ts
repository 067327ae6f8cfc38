import type { FastifyInstance } from 'fastify';

const DRAIN_MS = 30_000;

/**
 * A response may be sent before the request's body has been read, such as for a rejected upload.
 * Browsers read it only after sending everything, so the rest is read and discarded, for a limited
 * time.
 */
export function unreadBodies(app: FastifyInstance, drainMs = DRAIN_MS): void {
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return;
    const timer = setTimeout(() => raw.destroy(), drainMs).unref();
    raw.once('close', () => clearTimeout(timer));
    // The original reader has stopped and must not be waited for.
    raw.unpipe();
    raw.resume();
  });
}
