import type { FastifyInstance } from 'fastify';
import { ConsoleError } from '../console-error.ts';

/** The console's dependencies. */
export interface Foundations {
  readonly storage: () => Promise<boolean>;
  readonly state: () => Promise<boolean>;
}

/**
 * Adds /healthz, which responds while the process runs, and /readyz, which checks the dependencies.
 */
export function health(app: FastifyInstance, ready: Foundations): void {
  app.get('/healthz', async (_request, reply) => {
    return reply.header('cache-control', 'no-store').send({ status: 'ok' });
  });
  app.get('/readyz', async (_request, reply) => {
    const [state, storage] = await Promise.all([ready.state(), ready.storage()]);
    if (!state) throw new ConsoleError('StateUnavailable');
    if (!storage) throw new ConsoleError('StorageUnreachable');
    return reply.header('cache-control', 'no-store').send({ status: 'ok' });
  });
}
