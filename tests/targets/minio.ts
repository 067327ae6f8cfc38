import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { KMS_KEY, type Target } from './running-target.ts';

const ROOT = { accessKey: 'conformance', secretKey: 'conformance-secret' };
const REGION = 'us-east-1';
const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 10_000;

/** Starts a real MinIO server with four drives in a folder of its own. */
export async function startMinio(): Promise<Target> {
  const binary = findMinio();
  const folder = await mkdtemp(path.join(tmpdir(), 'stowage-minio-'));
  const log = path.join(folder, 'server.log');
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const child = await launch(binary, folder, log, port);
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const close = async () => {
    process.off('exit', killAtExit);
    await stop(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(endpoint, child);
  } catch (error) {
    const text = await readFile(log, 'utf8');
    await close();
    throw new Error(`MinIO did not start:\n${text.slice(-4_000)}`, { cause: error });
  }
  return { kind: 'minio', endpoint, region: REGION, ...ROOT, close };
}

/** MINIO_BIN, or minio on the search path, or the one in the cache folder. */
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

async function launch(binary: string, folder: string, log: string, port: number) {
  const output = await open(log, 'w');
  const child = spawn(
    binary,
    ['server', '--quiet', '--address', `127.0.0.1:${port}`, path.join(folder, 'd{1...4}')],
    {
      stdio: ['ignore', output.fd, output.fd],
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        MINIO_ROOT_USER: ROOT.accessKey,
        MINIO_ROOT_PASSWORD: ROOT.secretKey,
        // Folders of the system disk are refused as drives without it.
        MINIO_CI_CD: '1',
        MINIO_BROWSER: 'off',
        MINIO_KMS_SECRET_KEY: `${KMS_KEY}:${randomBytes(32).toString('base64')}`,
        MINIO_UPDATE: 'off',
        // Without a region of its own it takes requests for any.
        MINIO_SITE_REGION: REGION,
        // Usage figures come from the scanner, which otherwise takes minutes.
        MINIO_SCANNER_SPEED: 'fastest',
      },
    },
  );
  await once(child, 'spawn');
  await output.close();
  return child;
}

async function waitUntilReady(endpoint: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`);
    if (await answers(`${endpoint}/minio/health/cluster`)) return;
    await pause(100);
  }
  throw new Error(`it was not ready within ${READY_WITHIN_MS} ms`);
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await ended;
  clearTimeout(timer);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  server.close();
  await once(server, 'close');
  return address.port;
}
