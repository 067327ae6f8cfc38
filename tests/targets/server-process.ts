import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 10_000;

export interface ServerProgram {
  readonly binary: string;
  readonly args: readonly string[];
  /** Its entire environment, besides the search path. */
  readonly env: Readonly<Record<string, string>>;
  /** Where its output goes. */
  readonly log: string;
  /** Whether it answers yet. */
  readonly isReady: () => Promise<boolean>;
}

/**
 * Starts a server, waits until it answers, and returns a function that stops it.
 * @throws Error with the end of its output if it does not start
 */
export async function startServerProcess(program: ServerProgram): Promise<() => Promise<void>> {
  const { binary, args, env, log, isReady } = program;
  const output = await open(log, 'w');
  const child = spawn(binary, args, {
    stdio: ['ignore', output.fd, output.fd],
    env: { PATH: process.env.PATH, ...env },
  });
  await once(child, 'spawn');
  await output.close();
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const close = async () => {
    process.off('exit', killAtExit);
    await stop(child);
  };
  try {
    await waitUntilReady(isReady, child);
    return close;
  } catch (error) {
    const text = await readFile(log, 'utf8');
    await close();
    throw new Error(`${binary} did not start:\n${text.slice(-4_000)}`, { cause: error });
  }
}

async function waitUntilReady(isReady: () => Promise<boolean>, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`);
    if (await isReady()) return;
    await pause(100);
  }
  throw new Error(`it was not ready within ${READY_WITHIN_MS} ms`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await ended;
  clearTimeout(timer);
}

/** Whether a request to the address succeeds. */
export async function answersAt(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
