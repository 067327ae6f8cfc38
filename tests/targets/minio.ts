import { randomBytes } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../packages/storage-embedded/src/testing/free-port.ts';
import { KMS_KEY, type Target } from './running-target.ts';
import { answersAt, startServerProcess } from './server-process.ts';

const ROOT = { accessKey: 'conformance', secretKey: 'conformance-secret' };
const REGION = 'us-east-1';

/** Starts a real MinIO server with four drives in its own folder, optionally with more settings. */
export async function startMinio(settings: Readonly<Record<string, string>> = {}): Promise<Target> {
  const binary = findMinio();
  const folder = await mkdtemp(path.join(tmpdir(), 'stowage-minio-'));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const remove = () => rm(folder, { recursive: true, force: true });
  const stop = await startServerProcess({
    binary,
    args: ['server', '--quiet', '--address', `127.0.0.1:${port}`, path.join(folder, 'd{1...4}')],
    env: { ...environment(folder), ...settings },
    log: path.join(folder, 'server.log'),
    isReady: () => answersAt(`${endpoint}/minio/health/cluster`),
  }).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  const close = async () => {
    await stop();
    await remove();
  };
  return { kind: 'minio', endpoint, region: REGION, ...ROOT, close };
}

function environment(folder: string): Readonly<Record<string, string>> {
  return {
    HOME: folder,
    MINIO_ROOT_USER: ROOT.accessKey,
    MINIO_ROOT_PASSWORD: ROOT.secretKey,
    // Otherwise folders on the system disk are rejected as drives.
    MINIO_CI_CD: '1',
    MINIO_BROWSER: 'off',
    MINIO_KMS_SECRET_KEY: `${KMS_KEY}:${randomBytes(32).toString('base64')}`,
    MINIO_UPDATE: 'off',
    // Without a configured region MinIO accepts requests for any.
    MINIO_SITE_REGION: REGION,
    // Usage figures come from the scanner, which otherwise takes minutes.
    MINIO_SCANNER_SPEED: 'fastest',
  };
}

/** Returns MINIO_BIN, minio on the search path, or the one in the cache folder. */
function findMinio(): string {
  const named = process.env.MINIO_BIN;
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((part) => part !== '');
  const candidates = [
    ...(named === undefined || named === '' ? [] : [named]),
    ...folders.map((folder) => path.join(folder, 'minio')),
    path.join(homedir(), '.cache', 'stowage', 'bin', 'minio'),
  ];
  const found = candidates.find(isExecutable);
  if (found === undefined) throw new Error('No MinIO server here; `npm run test:minio` brings one');
  return found;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
