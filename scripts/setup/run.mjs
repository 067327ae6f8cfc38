import { spawn } from 'node:child_process';
import os from 'node:os';
import { root } from './paths.mjs';

/** The signals that a terminal or a supervisor ends a program with. */
const PASSED_ON = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** How often it is looked whether whoever started this process is still there. */
const PARENT_WATCH_MS = 500;

/**
 * The exit status a shell would report for a program that ended.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitStatus(code, signal) {
  if (code !== null) return code;
  return 128 + (signal === null ? 0 : os.constants.signals[signal]);
}

/**
 * Ends a program with this process: signals go on to it, and when the parent process
 * is gone it is told to stop, because npm ends the shell between us and keeps the
 * signal for itself.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void} lets go of the program
 */
function endTogether(child) {
  // Ctrl-C and a closed terminal reach the program by themselves, and twice would mean 'at once'.
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
 * Runs a program in the foreground, from the root of the checkout, and gives its
 * exit status. Signals sent to this process go on to the program, which decides
 * when to end.
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
 * Runs a program that has to succeed; its failure stops the command with one line.
 * @param {string} what what the program does, for the message
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export async function must(what, command, args, options) {
  const status = await run(command, args, options);
  if (status !== 0) throw new SetupError(`${what} failed with exit status ${status}.`);
}

/** A failure whose message is all that its reader needs. */
export class SetupError extends Error {}

/**
 * Runs a command's main function: its number is the exit status, its SetupError
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
