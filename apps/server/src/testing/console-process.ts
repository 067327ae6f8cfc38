import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** How a console's process exited, and its output. */
export interface Ending {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The console as a separate process. */
export interface ConsoleProcess {
  readonly child: ChildProcess;
  /** Resolves with the line that starts with this word; rejects if the process exits without it. */
  line(word: string): Promise<string>;
  readonly ending: Promise<Ending>;
}

/** Starts main.ts with only these settings and its own data directory. */
export function startProcess(
  settings: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): ConsoleProcess {
  const directory = mkdtempSync(join(tmpdir(), 'stowage-process-'));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { STOWAGE_DATA_DIR: directory, CONSOLE_PORT: '0', STOWAGE_STORAGE_PORT: '0', ...settings },
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output.stderr += text;
  });
  const lines = createInterface(child.stdout);
  const ending = once(child, 'close').then(([code]) => ({ code, ...output }));
  return {
    child,
    ending,
    line(word) {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      lines.on('line', (line) => line.startsWith(word) && resolve(line));
      ending.then(({ stderr }) => reject(new Error(`the console ended: ${stderr}`)), reject);
      return promise;
    },
  };
}
