import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../packages/storage-embedded/src/testing/free-port.ts';
import type { StorageTarget } from './running-target.ts';
import { startServerProcess } from './server-process.ts';

const ROOT = { accessKey: 'any-s3-root', secretKey: 'any-s3-root-secret' };
const REGION = 'us-east-1';
const CERTS = new URL('../../apps/server/src/testing/certs/', import.meta.url);
const certificate = (name: string) => fileURLToPath(new URL(name, CERTS));

/** The CA of the certificates that TLS targets use. */
export const AUTHORITY = certificate('authority.crt');

/** S3 servers without any MinIO extensions. */
export const ANY_S3 = ['versitygw', 'rclone'] as const;
export type AnyS3 = (typeof ANY_S3)[number];

interface Place {
  readonly folder: string;
  readonly address: string;
  readonly tls: boolean;
}

const PROGRAMS: Readonly<Record<AnyS3, (place: Place) => { args: string[]; env: object }>> = {
  versitygw: ({ folder, address, tls }) => ({
    args: [
      ...['--port', address, '--quiet', '--iam-dir', path.join(folder, 'iam')],
      ...(tls
        ? ['--cert', certificate('issued/public.crt'), '--key', certificate('issued/private.key')]
        : []),
      ...['posix', '--versioning-dir', path.join(folder, 'versions'), path.join(folder, 'data')],
    ],
    env: { ROOT_ACCESS_KEY: ROOT.accessKey, ROOT_SECRET_KEY: ROOT.secretKey },
  }),
  rclone: ({ folder, address, tls }) => ({
    args: [
      ...['serve', 's3', '--addr', address],
      ...['--auth-key', `${ROOT.accessKey},${ROOT.secretKey}`],
      ...(tls
        ? ['--cert', certificate('issued/public.crt'), '--key', certificate('issued/private.key')]
        : []),
      path.join(folder, 'data'),
    ],
    env: { RCLONE_CONFIG: path.join(folder, 'none.conf'), HOME: folder },
  }),
};

/**
 * Returns the program that `npm run test:any-s3` provides for a server; undefined if it could not
 * be built.
 */
export function programOf(server: AnyS3): string | undefined {
  return process.env[`STOWAGE_TEST_${server.toUpperCase()}`] || undefined;
}

/**
 * Starts a server of this kind with its own folder; over TLS with a certificate from `AUTHORITY`.
 */
export async function startAnyS3(server: AnyS3, tls = false): Promise<StorageTarget> {
  const binary = programOf(server);
  if (binary === undefined) throw new Error(`No ${server} here: npm run test:any-s3 brings one.`);
  const folder = await mkdtemp(path.join(tmpdir(), `stowage-${server}-`));
  await Promise.all(['iam', 'versions', 'data'].map((name) => mkdir(path.join(folder, name))));
  const port = await freePort();
  const { args, env } = PROGRAMS[server]({ folder, address: `127.0.0.1:${port}`, tls });
  const remove = () => rm(folder, { recursive: true, force: true });
  const stop = await startServerProcess({
    ...{ binary, args, env: { ...env }, log: path.join(folder, 'server.log') },
    isReady: () => takesConnections(port),
  }).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  return {
    endpoint: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    region: REGION,
    ...ROOT,
    async close() {
      await stop();
      await remove();
    },
  };
}

function takesConnections(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1');
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}
