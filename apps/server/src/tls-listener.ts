import { readFile } from 'node:fs/promises';
import type { Server as HttpServer } from 'node:http';
import { join } from 'node:path';
import { createSecureContext, createServer, type Server } from 'node:tls';
import { ConfigError } from './config/setting.ts';

const HANDSHAKE_MS = 20_000;

export interface TlsOptions {
  readonly certsDir: string;
  /** How often to check for a new certificate, in milliseconds. */
  readonly reloadEvery: number;
  /** Called once for a new certificate that cannot be used; the old one stays in use. */
  readonly onProblem: (error: unknown) => void;
}

/**
 * Adds TLS to an HTTP server: connections are decrypted and handed to it. This way there is a
 * single server, whose limits and handling of requests, sockets and shutdown apply to both.
 * Certificates are replaced while it runs.
 * @throws ConfigError for a certificate that cannot be read or used
 */
export async function createTlsListener(http: HttpServer, options: TlsOptions): Promise<Server> {
  const { certsDir, reloadEvery, onProblem } = options;
  let current = await readPair(certsDir);
  const server = createServer(
    { ...usable(certsDir, current), ALPNProtocols: ['http/1.1'], handshakeTimeout: HANDSHAKE_MS },
    (socket) => http.emit('connection', socket),
  );
  server.on('tlsClientError', (_error, socket) => socket.destroy());

  async function reload(): Promise<void> {
    const pair = await readPair(certsDir);
    if (pair.cert.equals(current.cert) && pair.key.equals(current.key)) return;
    server.setSecureContext(usable(certsDir, pair));
    current = pair;
    told = '';
  }

  let told = '';
  const timer = setInterval(() => {
    reload().catch((error: unknown) => {
      if (told !== String(error)) onProblem(error);
      told = String(error);
    });
  }, reloadEvery).unref();
  server.once('close', () => clearInterval(timer));
  return server;
}

interface Pair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

async function readPair(certsDir: string): Promise<Pair> {
  const [cert, key] = await Promise.all([
    readCertificate(join(certsDir, 'public.crt')),
    readCertificate(join(certsDir, 'private.key')),
  ]);
  return { cert, key };
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

/** Checks and returns a pair: a certificate in PEM and its key. */
function usable(certsDir: string, pair: Pair): Pair {
  try {
    createSecureContext(pair);
    return pair;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new ConfigError(
      `The certificate in ${certsDir} cannot be used${code}: CONSOLE_CERTS_DIR is expected to hold public.crt and private.key in PEM that belong together.`,
    );
  }
}
