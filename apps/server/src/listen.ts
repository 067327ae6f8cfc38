import type { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config/config.ts';
import { ConfigError } from './config/setting.ts';
import { sendToTls } from './plugins/tls-redirect.ts';
import { createTlsListener } from './tls-listener.ts';

const DRAIN_MS = 10_000;
const SWEEP_MS = 100;
/** The delay before a renewed certificate is used. */
const RELOAD_MS = 10_000;

/** The listening sockets of the console. */
export interface Listeners {
  /** The URL for browsers. */
  readonly addresses: readonly string[];
  /** Stops accepting requests and lets running ones finish, for ten seconds at most. */
  close(): Promise<void>;
}

/**
 * Makes the app listen as configured. With a certificate it also listens with TLS, and redirects
 * plain HTTP there.
 */
export async function listen(
  app: FastifyInstance,
  web: Config['web'],
  reloadEvery = RELOAD_MS,
): Promise<Listeners> {
  await app.ready();
  const tls = web.tls && (await listenTls(app, web.host, web.tls, reloadEvery));
  await bind('CONSOLE_PORT', web.port, () => app.listen({ host: web.host, port: web.port }));
  return {
    addresses: [...(tls ? [address('https', web, tls)] : []), address('http', web, app.server)],
    async close() {
      const end = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
      // Connections stay open for further requests after their last one has finished.
      const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
      await Promise.all([app.close(), tls && closeServer(tls)]);
      clearTimeout(end);
      clearInterval(sweep);
    },
  };
}

async function listenTls(
  app: FastifyInstance,
  host: string,
  { port, certsDir }: NonNullable<Config['web']['tls']>,
  reloadEvery: number,
): Promise<Server> {
  const server = await createTlsListener(app.server, {
    certsDir,
    reloadEvery,
    onProblem: (err) => app.log.error({ err }, 'the new certificate is not used'),
  });
  await bind('CONSOLE_TLS_PORT', port, () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.once('error', reject).listen(port, host, resolve);
    return promise;
  });
  sendToTls(app.server, portOf(server));
  return server;
}

/** Names the setting responsible if a port is unavailable. */
async function bind(setting: string, port: number, open: () => Promise<unknown>): Promise<void> {
  try {
    await open();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (typeof code !== 'string') throw error;
    throw new ConfigError(`${setting} ${port} cannot be used (${code}): expected a free port.`);
  }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

function address(
  scheme: 'http' | 'https',
  { host, subpath }: Config['web'],
  server: Pick<Server, 'address'>,
): string {
  const shown = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return `${scheme}://${shown}:${portOf(server)}${subpath}`;
}

function portOf(server: Pick<Server, 'address'>): number {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server does not listen');
  return bound.port;
}
