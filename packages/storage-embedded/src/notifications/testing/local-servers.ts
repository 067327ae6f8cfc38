import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../testing/free-port.ts';

const READY_MS = 60_000;

/** Another program's server on a free port, with its data in its own folder. */
export interface LocalServer {
  readonly port: number;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

interface Recipe {
  readonly folder: string;
  readonly port: number;
  readonly command: readonly [program: string, ...args: string[]];
  readonly user?: User;
  /** Throws until the server accepts calls. */
  readonly isReady: () => Promise<unknown>;
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

export async function startPostgres(
  programs: string,
  isReady: (port: number) => Promise<unknown>,
): Promise<LocalServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stowage-postgres-'));
  const user = otherUser();
  if (user !== undefined) {
    await chown(folder, user.uid, user.gid);
  }
  await chmod(folder, 0o700);
  const data = path.join(folder, 'data');
  const setup = ['-D', data, '-U', 'events', '-A', 'trust', '--no-sync', '-E', 'UTF8'];
  execFileSync(path.join(programs, 'initdb'), setup, { stdio: 'ignore', cwd: folder, ...user });
  const port = await freePort();
  const where = ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'];
  return serve({
    folder,
    port,
    command: [path.join(programs, 'postgres'), ...where, '-F'],
    ...(user === undefined ? {} : { user }),
    isReady: () => isReady(port),
  });
}

export async function startRedis(
  program: string,
  password: string,
  isReady: (port: number) => Promise<unknown>,
): Promise<LocalServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stowage-redis-'));
  const port = await freePort();
  const options = {
    port,
    bind: '127.0.0.1',
    dir: folder,
    requirepass: password,
    appendonly: 'yes',
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return serve({ folder, port, command: [program, ...args], isReady: () => isReady(port) });
}

/** Starts Azure's emulator, with its built-in account and key. */
export async function startAzurite(
  program: string,
  isReady: (port: number) => Promise<unknown>,
): Promise<LocalServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stowage-azurite-'));
  const port = await freePort();
  const args = [
    '--blobPort',
    String(port),
    '--location',
    folder,
    '--skipApiVersionCheck',
    '--silent',
  ];
  return serve({ folder, port, command: [program, ...args], isReady: () => isReady(port) });
}

/** Starts a server with Google's protocol; it requires no credentials. */
export async function startFakeGcs(
  program: string,
  isReady: (port: number) => Promise<unknown>,
): Promise<LocalServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stowage-gcs-'));
  const port = await freePort();
  const args = ['-scheme', 'http', '-host', '127.0.0.1', '-port', String(port)];
  const command = [program, ...args, '-filesystem-root', folder] as const;
  return serve({ folder, port, command, isReady: () => isReady(port) });
}

/** PostgreSQL refuses to run as root, so another user runs it in that case. */
function otherUser(): User | undefined {
  if (process.getuid?.() !== 0) {
    return undefined;
  }
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Starts a server and waits until it accepts calls; it is killed when this process exits. */
export async function serve(recipe: Recipe): Promise<LocalServer> {
  const { folder, port, command, user, isReady } = recipe;
  const [program, ...args] = command;
  let child: ChildProcess | undefined;
  const kill = () => child?.kill('SIGKILL');
  process.once('exit', kill);
  const server: LocalServer = {
    port,
    start: async () => {
      child = spawn(program, args, { stdio: 'ignore', cwd: folder, ...user });
      await untilReady(child, isReady);
    },
    stop: async () => {
      if (child !== undefined && child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        // On SIGTERM, PostgreSQL would wait for its clients.
        child.kill('SIGINT');
        await ended;
      }
    },
    remove: async () => {
      await server.stop();
      process.off('exit', kill);
      await rm(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

async function untilReady(child: ChildProcess, isReady: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + READY_MS;
  for (;;) {
    try {
      await isReady();
      return;
    } catch (error) {
      if (Date.now() > deadline || child.exitCode !== null) {
        throw new Error('the server did not start', { cause: error });
      }
      await pause(50);
    }
  }
}
