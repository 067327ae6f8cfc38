import os from 'node:os';
import path from 'node:path';
import { isExecutable, onPath } from './executable.mjs';
import { must } from './run.mjs';

/** Cache of programs built for the tests, shared between checkouts. */
const CACHE = path.join(os.homedir(), '.cache', 'stowage', 'bin');

/**
 * Returns a program that was built earlier, or builds it with Go.
 * @param {string} name of the program and its file
 * @param {string} source the argument for `go install`
 * @returns {Promise<string | undefined>} path of the executable; undefined if Go is missing
 */
export async function goProgram(name, source) {
  const built = path.join(CACHE, name);
  if (isExecutable(built)) return built;
  const go = onPath(['go']) ?? ['/usr/local/go/bin/go'].find(isExecutable);
  if (go === undefined) return undefined;
  console.error(`Building ${name} with Go (needed once, takes a few minutes) ...`);
  await must(`Building ${name}`, go, ['install', source], {
    env: { ...process.env, GOBIN: CACHE },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return built;
}
