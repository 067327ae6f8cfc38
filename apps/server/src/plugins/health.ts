import type { FastifyInstance } from 'fastify';
import { ConsoleError } from '../console-error.ts';

/** Adds /healthz, which answers while the process runs, and /readyz, which asks what it stands on. */
export function health(app: FastifyInstance, ready: () => Promise<boolean>): void {
  app.get('/healthz', async (_request, reply) => {
    return reply.header('cache-control', 'no-store').send({ status: 'ok' });
  });
  app.get('/readyz', async (_request, reply) => {
    if (!(await ready())) throw new ConsoleError('StorageUnreachable');
    return reply.header('cache-control', 'no-store').send({ status: 'ok' });
  });
}
