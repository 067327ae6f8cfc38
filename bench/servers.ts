/** The servers under measurement, each on a free port with its own data folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Server {
  readonly name: string;
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Returns the peak resident memory so far, in bytes. */
  peakMemory(): Promise<number>;
  /** Returns the current resident memory, in bytes. */
  memory(): Promise<number>;
  /** Returns the CPU time so far, over all threads. */
  cpuSeconds(): Promise<number>;
  stop(): Promise<void>;
}

const accessKey = 'benchroot';
const secretKey = 'bench-secret-1';

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (child.exitCode !== null)
      throw new Error(`the server for ${url} ended with ${child.exitCode}`);
    const answers = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (answers) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} did not answer within 30 seconds`);
}

async function memoryOf(pid: number, field: 'VmHWM' | 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024;
}

/** Linux reports hundredths of a second. */
const TICKS = 100;

async function cpuSecondsOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

interface Launch {
  readonly name: string;
  readonly command: string;
  readonly args: (folder: string, port: number) => readonly string[];
  readonly env: (folder: string, port: number) => Record<string, string>;
  readonly health: string;
  /** Prepares its folder before the start. */
  readonly prepare?: (folder: string) => Promise<void>;
}

async function launch(what: Launch): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-bench-'));
  const port = await freePort();
  await what.prepare?.(folder);
  const child = spawn(what.command, what.args(folder, port), {
    env: { ...process.env, ...what.env(folder, port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const endpoint = `http://127.0.0.1:${port}`;
  await untilAnswers(`${endpoint}${what.health}`, child);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    name: what.name,
    endpoint,
    accessKey,
    secretKey,
    peakMemory: () => memoryOf(child.pid ?? 0, 'VmHWM'),
    memory: () => memoryOf(child.pid ?? 0, 'VmRSS'),
    cpuSeconds: () => cpuSecondsOf(child.pid ?? 0),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const source = (path: string) => new URL(path, import.meta.url).pathname;

/** Starts the embedded store without a console, with this many drive folders. */
export const startEmbedded = (drives: number): Promise<Server> =>
  launch({
    name: `embedded, ${drives} ${drives === 1 ? 'drive' : 'drives'}`,
    command: process.execPath,
    args: () => [source('../packages/storage-embedded/src/main.ts')],
    env: (folder, port) => ({
      STOWAGE_DATA_DIR: folder,
      STOWAGE_STORAGE_PORT: String(port),
      STOWAGE_DRIVES: String(drives),
      STOWAGE_ROOT_USER: accessKey,
      STOWAGE_ROOT_PASSWORD: secretKey,
    }),
    health: '/minio/health/live',
  });

/** Starts a real MinIO server with this many drive folders. */
export const startMinio = (drives: number): Promise<Server> =>
  launch({
    name: `MinIO, ${drives} ${drives === 1 ? 'drive' : 'drives'}`,
    command: process.env.MINIO_BIN ?? join(homedir(), '.cache/stowage/bin/minio'),
    args: (folder, port) => [
      'server',
      '--quiet',
      '--address',
      `127.0.0.1:${port}`,
      drives === 1 ? join(folder, 'd1') : join(folder, `d{1...${drives}}`),
    ],
    env: () => ({ MINIO_CI_CD: '1', MINIO_ROOT_USER: accessKey, MINIO_ROOT_PASSWORD: secretKey }),
    health: '/minio/health/live',
  });

/** Starts the console in front of a storage server; `prepare` fills its folder before the start. */
export const startConsole = (
  storage: Server,
  prepare?: (folder: string) => Promise<void>,
): Promise<Server> =>
  launch({
    ...(prepare && { prepare }),
    name: `console before ${storage.name}`,
    command: process.execPath,
    args: () => [source('../apps/server/src/main.ts')],
    env: (folder, port) => ({
      STOWAGE_DATA_DIR: folder,
      CONSOLE_PORT: String(port),
      CONSOLE_MINIO_SERVER: storage.endpoint,
      STOWAGE_PUBLIC_STORAGE_URL: storage.endpoint,
    }),
    health: '/healthz',
  });
