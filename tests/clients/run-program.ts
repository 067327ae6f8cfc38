import { spawn } from 'node:child_process';

export interface ProgramResult {
  /** The exit code; -1 when the program was stopped or could not be started. */
  readonly code: number;
  readonly output: string;
  /** The end of what it wrote to its error stream. */
  readonly errors: string;
}

const MAX_OUTPUT = 1024 * 1024;
const MAX_ERRORS = 2_000;

/** Runs a program to its end, within a time. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: {
    readonly env: NodeJS.ProcessEnv;
    /** Where it runs; here when absent. */
    readonly cwd?: string;
    readonly timeoutMs: number;
    readonly input?: string | undefined;
    /** Kills it. */
    readonly stop?: AbortSignal;
    /** Sees what it has written so far, whenever there is more. */
    readonly onOutput?: (output: string) => void;
  },
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    let output = '';
    let errors = '';
    const child = spawn(program, args, {
      env: options.env,
      cwd: options.cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: options.timeoutMs,
      killSignal: 'SIGKILL',
      ...(options.stop === undefined ? {} : { signal: options.stop }),
    });
    // A program that reads nothing may end before all is written.
    child.stdin.on('error', () => undefined).end(options.input ?? '');
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-MAX_OUTPUT);
      options.onOutput?.(output);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-MAX_ERRORS);
    });
    child.once('error', (error) => resolve({ code: -1, output, errors: error.message }));
    child.once('close', (code) => resolve({ code: code ?? -1, output, errors }));
  });
}
