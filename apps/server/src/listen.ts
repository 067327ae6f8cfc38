import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config/config.ts';
import { ConfigError } from './config/setting.ts';

const DRAIN_MS = 10_000;

/** The listening sockets of the console. */
export interface Listeners {
  /** Where a browser finds it. */
  readonly addresses: readonly string[];
  /** Takes no more requests and lets those that run finish, but not for longer than ten seconds. */
  close(): Promise<void>;
}

/** Lets the app listen as configured, with TLS as well where there is a certificate. */
export async function listen(app: FastifyInstance, web: Config['web']): Promise<Listeners> {
  await bind('CONSOLE_PORT', web.port, () => app.listen({ host: web.host, port: web.port }));
  const tls = web.tls && (await listenTls(app, web.host, web.tls));
  const servers = tls ? [app.server, tls] : [app.server];
  return {
    addresses: [...(tls ? [address('https', web, tls)] : []), address('http', web, app.server)],
    async close() {
      const timer = setTimeout(() => {
        for (const server of servers) server.closeAllConnections();
      }, DRAIN_MS);
      await Promise.all([app.close(), tls && closeServer(tls)]);
      clearTimeout(timer);
    },
  };
}

async function listenTls(
  app: FastifyInstance,
  host: string,
  { port, certsDir }: NonNullable<Config['web']['tls']>,
): Promise<Server> {
  const [cert, key] = await Promise.all([
    readCertificate(join(certsDir, 'public.crt')),
    readCertificate(join(certsDir, 'private.key')),
  ]);
  const server = createServer({ cert, key }, (request, response) => app.routing(request, response));
  server.timeout = app.server.timeout;
  server.keepAliveTimeout = app.server.keepAliveTimeout;
  await bind('CONSOLE_TLS_PORT', port, () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.once('error', reject).listen(port, host, resolve);
    return promise;
  });
  return server;
}

/** Says which setting is to blame when a port cannot be had. */
async function bind(setting: string, port: number, open: () => Promise<unknown>): Promise<void> {
  try {
    await open();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (typeof code !== 'string') throw error;
    throw new ConfigError(`${setting} ${port} cannot be used (${code}): expected a free port.`);
  }
}

async function readCertificate(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch {
    throw new ConfigError(
      `${file} cannot be read: CONSOLE_CERTS_DIR is expected to hold public.crt and private.key.`,
    );
  }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

function address(
  scheme: 'http' | 'https',
  { host, subpath }: Config['web'],
  server: Pick<Server, 'address'>,
): string {
  const bound = server.address();
  const port = typeof bound === 'object' ? bound?.port : undefined;
  const shown = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return `${scheme}://${shown}:${port}${subpath}`;
}
