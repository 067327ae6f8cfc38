import type { FastifyInstance } from 'fastify';
import { ConsoleError } from '../console-error.ts';

/** What the console stands on. */
export interface Foundations {
  readonly storage: () => Promise<boolean>;
  readonly state: () => Promise<boolean>;
}

/** Adds /healthz, which answers while the process runs, and /readyz, which asks what it stands on. */
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
