import { spawn } from 'node:child_process';

export interface ProgramResult {
  /** The exit code; -1 if the program was killed or could not be started. */
  readonly code: number;
  readonly output: string;
  /** The end of its standard error. */
  readonly errors: string;
}

const MAX_OUTPUT = 1024 * 1024;
const MAX_ERRORS = 2_000;

/** Runs a program to completion, with a timeout. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: {
    readonly env: NodeJS.ProcessEnv;
    /** Working directory; defaults to the current one. */
    readonly cwd?: string;
    readonly timeoutMs: number;
    readonly input?: string | undefined;
    /** Kills the program. */
    readonly stop?: AbortSignal;
    /** Receives the output so far whenever there is more. */
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
    // A program that ignores its input may exit before everything is written.
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
