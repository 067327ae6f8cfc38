import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import type { Config } from './config/config.ts';
import { byteBodies } from './plugins/byte-bodies.ts';
import { compression } from './plugins/compression.ts';
import { callUrl } from './plugins/contract-routes.ts';
import { sockets } from './plugins/contract-streams.ts';
import { type ErrorMapper, errorHandling, sendError, toConsoleError } from './plugins/errors.ts';
import { hostCheck } from './plugins/host-check.ts';
import { jsonBodies } from './plugins/json-bodies.ts';
import { rewriteMount } from './plugins/mount.ts';
import { originCheck } from './plugins/origin-check.ts';
import { proxyWarning } from './plugins/proxy-warning.ts';
import { REDACTED, RequestLog } from './plugins/request-log.ts';
import { securityHeaders } from './plugins/security-headers.ts';
import { tlsRedirect } from './plugins/tls-redirect.ts';
import { unreadBodies } from './plugins/unread-bodies.ts';
import { routableUrl } from './plugins/web-app.ts';

/** Limits of a form; the files themselves may be of any size. */
const FORM_LIMITS = { files: 10_000, parts: 10_100, fields: 100, fieldSize: 4096, headerPairs: 20 };
/** An idle connection is closed after this time. */
const SILENCE_MS = 10 * 60_000;

export interface HttpServerOptions extends Pick<Config, 'web' | 'logLevel'> {
  /** Receives the log, one JSON object per line. */
  readonly log: { write(line: string): void };
  /** Map errors of other modules to the console's. */
  readonly mappers: readonly ErrorMapper[];
}

/** Builds the server without routes: everything that applies to all requests. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const app = listenerOf(options);
  await sockets(app);
  const { host: listening, allowedHosts: allowed } = options.web;
  errorHandling(app, options.mappers);
  hostCheck(app, { listening, allowed });
  proxyWarning(app);
  tlsRedirect(app);
  originCheck(app);
  unreadBodies(app);
  compression(app);
  await securityHeaders(app);
  jsonBodies(app);
  byteBodies(app);
  await app.register(multipart, {
    limits: { ...FORM_LIMITS, fileSize: Number.POSITIVE_INFINITY },
    preservePath: true,
  });
  return app;
}

function listenerOf({ web, logLevel, log, mappers }: HttpServerOptions): FastifyInstance {
  const rewrite = rewriteMount(web.subpath);
  return fastify({
    rewriteUrl: (request) => routableUrl(callUrl(rewrite(request))),
    trustProxy: ['loopback', ...web.trustedProxies],
    exposeHeadRoutes: false,
    connectionTimeout: SILENCE_MS,
    routerOptions: { maxParamLength: 1024 },
    logController: new RequestLog(),
    logger: {
      level: logLevel,
      stream: log,
      redact: REDACTED,
    },
    frameworkErrors: (error, _request, reply) => {
      sendError(reply, toConsoleError(error, mappers));
    },
  });
}
