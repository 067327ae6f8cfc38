import type { FastifyInstance } from 'fastify';

const DRAIN_MS = 30_000;

/**
 * An answer may be sent before the request's body has been read: a refused
 * upload. Browsers read it only after they have sent everything, so the rest is
 * read and thrown away, but not for longer than this.
 */
export function unreadBodies(app: FastifyInstance, drainMs = DRAIN_MS): void {
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return;
    const timer = setTimeout(() => raw.destroy(), drainMs).unref();
    raw.once('close', () => clearTimeout(timer));
    // Whoever began to read it has stopped: nothing must wait for them.
    raw.unpipe();
    raw.resume();
  });
}
