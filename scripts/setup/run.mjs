import { spawn } from 'node:child_process';
import os from 'node:os';
import { root } from './paths.mjs';

/** The signals with which a terminal or a supervisor stops a program. */
const PASSED_ON = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** How often to check whether the parent process still exists, in milliseconds. */
const PARENT_WATCH_MS = 500;

/**
 * Returns the exit status that a shell would report for a finished program.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitStatus(code, signal) {
  if (code !== null) return code;
  return 128 + (signal === null ? 0 : os.constants.signals[signal]);
}

/**
 * Ties a program's lifetime to this process: signals are forwarded, and the program is terminated
 * when the parent process is gone, because npm kills the shell in between without forwarding the
 * signal.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void} releases the program
 */
function endTogether(child) {
  // The terminal sends Ctrl-C and hang-ups to the program directly, and a second signal would mean
  // 'at once'.
  const onTerminal = [process.stdin, process.stdout, process.stderr].some((one) => one.isTTY);
  const passOn = (/** @type {NodeJS.Signals} */ signal) => {
    if (signal === 'SIGTERM' || !onTerminal) child.kill(signal);
  };
  for (const signal of PASSED_ON) process.on(signal, passOn);
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, PARENT_WATCH_MS);
  return () => {
    clearInterval(watch);
    for (const signal of PASSED_ON) process.off(signal, passOn);
  };
}

/**
 * Runs a program in the foreground, from the root of the checkout, and returns its exit status.
 * Signals sent to this process are forwarded to the program, which decides when to exit.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    const letGo = endTogether(child);
    child.once('error', (error) => {
      letGo();
      reject(new SetupError(`${command} could not be started: ${error.message}`));
    });
    child.once('exit', (code, signal) => {
      letGo();
      resolve(exitStatus(code, signal));
    });
  });
}

/**
 * Runs a program that must succeed; if it fails, the command stops with a one-line message.
 * @param {string} what what the program does, for the message
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export async function must(what, command, args, options) {
  const status = await run(command, args, options);
  if (status !== 0) throw new SetupError(`${what} failed with exit status ${status}.`);
}

/** An error whose message is sufficient for the user. */
export class SetupError extends Error {}

/**
 * Runs a command's main function: its return value is the exit status; a SetupError is printed as
 * one line on standard error.
 * @param {() => Promise<number>} main
 */
export async function command(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
