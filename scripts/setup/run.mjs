import { spawn } from 'node:child_process';
import os from 'node:os';
import { root } from './paths.mjs';

/** The signals that a terminal or a supervisor ends a program with. */
const PASSED_ON = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

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
    const passOn = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
    for (const signal of PASSED_ON) process.on(signal, passOn);
    const stopPassing = () => {
      for (const signal of PASSED_ON) process.off(signal, passOn);
    };
    child.once('error', (error) => {
      stopPassing();
      reject(new SetupError(`${command} could not be started: ${error.message}`));
    });
    child.once('exit', (code, signal) => {
      stopPassing();
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
