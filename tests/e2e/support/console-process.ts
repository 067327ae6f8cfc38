import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startTarget, targetKind } from '../../targets/target.ts';

const MAIN = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url));
const READY_WITHIN = 30_000;
const ENDED_WITHIN = 15_000;

/** The storage server behind a console, with its root account. */
export interface Storage {
  readonly endpoint: string;
  readonly user: string;
  readonly password: string;
}

export interface ConsoleProcess {
  /** Where the console is served, without a slash at its end. */
  readonly url: string;
  readonly storage: Storage;
  stop(): Promise<void>;
}

/** A port of the loopback interface that nothing listens on. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

interface Backend {
  readonly storage: Storage;
  readonly env: Record<string, string>;
  stop(): Promise<void>;
}

/** The storage that STOWAGE_TEST_TARGET asks for: the console's own, or a real MinIO server. */
async function startBackend(): Promise<Backend> {
  if (targetKind() === 'minio') {
    const target = await startTarget();
    const { endpoint, accessKey: user, secretKey: password } = target;
    return {
      storage: { endpoint, user, password },
      env: { CONSOLE_MINIO_SERVER: endpoint },
      stop: () => target.close(),
    };
  }
  const port = await freePort();
  const storage = {
    endpoint: `http://127.0.0.1:${port}`,
    user: 'stowageroot',
    password: 'stowage-root-1',
  };
  const env = {
    STOWAGE_STORAGE_PORT: String(port),
    STOWAGE_ROOT_USER: storage.user,
    STOWAGE_ROOT_PASSWORD: storage.password,
  };
  return { storage, env, stop: async () => undefined };
}

/** The environment of a console that takes nothing over from the one the tests run in. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const own = /^(CONSOLE|STOWAGE|MINIO)_/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}

async function untilReady(url: string, child: ChildProcess, output: () => string) {
  const deadline = Date.now() + READY_WITHIN;
  while (Date.now() < deadline && child.exitCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(50);
  }
  throw new Error(`The console did not become ready:\n${output()}`);
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit', { signal: AbortSignal.timeout(ENDED_WITHIN) });
  child.kill('SIGTERM');
  await ended.catch(() => child.kill('SIGKILL'));
}

/**
 * Starts the console as users run it, in a process of its own with a fresh data
 * directory. `subpath` is its CONSOLE_SUBPATH, with slashes around it.
 */
export async function startConsole(subpath = '/'): Promise<ConsoleProcess> {
  const backend = await startBackend();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'stowage-e2e-'));
  const port = await freePort();
  const child = spawn(process.execPath, [MAIN], {
    cwd: dataDir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...cleanEnvironment(),
      ...backend.env,
      STOWAGE_DATA_DIR: dataDir,
      CONSOLE_PORT: String(port),
      CONSOLE_SUBPATH: subpath,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-20_000);
    });
  }
  const stop = async () => {
    await end(child);
    await backend.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}${subpath.replace(/\/$/, '')}`;
  try {
    await untilReady(url, child, () => output);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, storage: backend.storage, stop };
}
