import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../packages/storage-embedded/src/testing/free-port.ts';
import { startTarget, targetKind } from '../../targets/target.ts';

const MAIN = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url));
const ENDED_WITHIN = 15_000;
const KEPT_OUTPUT = 20_000;
const ROOT = { user: 'stowageroot', password: 'stowage-root-1' };

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** The storage server behind a console, with its root account. */
export interface Storage {
  readonly endpoint: string;
  readonly user: string;
  readonly password: string;
}

export interface ConsoleProcess {
  /** The console's address without a trailing slash. */
  readonly url: string;
  readonly storage: Storage;
  stop(): Promise<void>;
}

export interface RestartableConsole extends ConsoleProcess {
  /**
   * Kills the process and restarts it at the same addresses with the same data, plus these
   * settings.
   */
  restart(settings?: Readonly<Record<string, string>>): Promise<void>;
}

/** The storage behind a console, and the settings that connect to it. */
export interface Backend {
  readonly root: { readonly user: string; readonly password: string };
  readonly env: Record<string, string>;
  close(): Promise<void>;
}

/**
 * Starts the storage selected by STOWAGE_TEST_TARGET: the console's own, or a real MinIO server.
 */
export async function startBackend(): Promise<Backend> {
  if (targetKind() === 'embedded') {
    const env = {
      STOWAGE_STORAGE_PORT: String(await freePort()),
      STOWAGE_ROOT_USER: ROOT.user,
      STOWAGE_ROOT_PASSWORD: ROOT.password,
    };
    return { root: ROOT, env, close: async () => undefined };
  }
  const target = await startTarget();
  return {
    root: { user: target.accessKey, password: target.secretKey },
    env: { CONSOLE_MINIO_SERVER: target.endpoint },
    close: () => target.close(),
  };
}

/** Returns the environment without settings for a console or a storage server. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const own = /^(CONSOLE|STOWAGE|MINIO)_/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}

/** Reads the addresses that a console prints when it is ready; throws its output if it exits. */
async function readAddresses(child: Child): Promise<{ url: string; endpoint: string }> {
  let output = '';
  const keep = (text: string) => {
    output = (output + text).slice(-KEPT_OUTPUT);
  };
  child.stderr.setEncoding('utf8').on('data', keep);
  const printed: Record<string, string> = {};
  for await (const line of createInterface(child.stdout)) {
    keep(`${line}\n`);
    const [label = '', value = ''] = line.trim().split(/\s+/);
    printed[label] = value;
    const { Console: url, Storage: endpoint } = printed;
    if (url !== undefined && endpoint !== undefined) {
      child.stdout.resume();
      return { url: url.replace(/\/$/, ''), endpoint };
    }
  }
  throw new Error(`The console ended before it was ready:\n${output}`);
}

async function end(child: Child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), ENDED_WITHIN);
  child.kill('SIGTERM');
  await ended;
  clearTimeout(timer);
}

interface Start {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
}

function spawnConsole({ dataDir, env }: Start): Child {
  return spawn(process.execPath, [MAIN], {
    cwd: dataDir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...cleanEnvironment(), ...env, STOWAGE_DATA_DIR: dataDir },
  });
}

async function kill(child: Child): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/**
 * Starts the console as users run it, in a separate process with a fresh data directory and on free
 * ports. `subpath` is its CONSOLE_SUBPATH. Stops its backend when it exits.
 */
export async function startConsole(
  subpath = '/',
  findBackend: () => Promise<Backend> = startBackend,
): Promise<RestartableConsole> {
  const backend = await findBackend();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'stowage-e2e-'));
  const port = String(await freePort());
  const env = { CONSOLE_PORT: port, ...backend.env, CONSOLE_SUBPATH: subpath };
  let child = spawnConsole({ dataDir, env });
  const stop = async () => {
    await end(child);
    await backend.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const { url, endpoint } = await readAddresses(child);
    const storage = { endpoint, ...backend.root };
    const restart = async (settings = {}) => {
      await kill(child);
      child = spawnConsole({ dataDir, env: { ...env, ...settings } });
      await readAddresses(child);
    };
    return { url, storage, restart, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
