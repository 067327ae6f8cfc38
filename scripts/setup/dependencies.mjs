import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot, root } from './paths.mjs';
import { must, SetupError } from './run.mjs';

/** The major version of Node that the sources require. */
const RUNTIME_MAJOR = 24;

/** Written after a complete installation; npm removes it together with its folder. */
const STAMP = inRoot('node_modules', '.stowage-setup.json');

/**
 * @typedef {{ version?: string, link?: boolean, optional?: boolean, devOptional?: boolean,
 *   os?: string[], cpu?: string[] }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage> }} Lock
 */

/**
 * Returns the packages of a lock file that are missing from an installation or have another
 * version. Platform-dependent packages are ignored: only npm can decide whether they are needed.
 * @param {Lock} lock
 * @param {Lock} installed npm's own record in node_modules
 * @returns {string[]} their paths, such as node_modules/zod
 */
export function missingPackages(lock, installed) {
  return Object.entries(lock.packages ?? {})
    .filter(([place]) => place.includes('node_modules/'))
    .filter(([, wanted]) => !(wanted.optional || wanted.devOptional || wanted.os || wanted.cpu))
    .filter(([place, wanted]) => {
      const found = installed.packages?.[place];
      return wanted.link ? !found?.link : found?.version !== wanted.version;
    })
    .map(([place]) => place);
}

/**
 * Removes all node_modules folders from a search path, so that an installation never runs on the
 * files it replaces.
 * @param {string} searchPath
 */
export function machinePath(searchPath) {
  return searchPath
    .split(path.delimiter)
    .filter((entry) => !entry.includes(`node_modules${path.sep}.bin`))
    .join(path.delimiter);
}

/**
 * Returns the major version in the output of `node --version`; 0 if it cannot be parsed.
 * @param {string} version
 */
export function majorOf(version) {
  return Number(/^v(\d+)\./.exec(version.trim())?.[1] ?? 0);
}

/** @param {string} file @returns {any} */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Installs missing dependencies and returns the Node for running everything else. If nothing is
 * missing, it only reads two files and starts no process.
 * @returns {Promise<string>} path of the Node executable
 */
export async function installDependencies() {
  const lockText = readFileSync(inRoot('package-lock.json'), 'utf8');
  const lockHash = createHash('sha256').update(lockText).digest('hex');
  const stamp = readJson(STAMP);
  if (stamp?.lock === lockHash && existsSync(stamp.node)) return stamp.node;

  const installed = readJson(inRoot('node_modules', '.package-lock.json')) ?? {};
  if (missingPackages(JSON.parse(lockText), installed).length > 0) await npmInstall();
  const node = await findRuntime();
  writeFileSync(STAMP, JSON.stringify({ lock: lockHash, node }));
  return node;
}

/** Returns the environment for the machine's own npm, whichever npm script is running. */
function npmEnvironment() {
  return { ...process.env, PATH: machinePath(process.env.PATH ?? '') };
}

/**
 * Returns the command that starts npm: the npm that runs this script, or the one on the search
 * path.
 */
function npmCommand() {
  const { npm_node_execpath: node, npm_execpath: npm } = process.env;
  if (node && npm?.endsWith('npm-cli.js') && !node.startsWith(root)) return [node, npm];
  return ['npm'];
}

/**
 * npm arguments that install everything in the lock file, even if NODE_ENV or the machine's npm
 * settings exclude parts.
 */
export const NPM_CI = [
  'ci',
  '--include=dev',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--no-progress',
  // Warnings would only report that the machine's own Node is older than the one being installed.
  '--loglevel=error',
];

async function npmInstall() {
  console.error('Installing dependencies (needed once, takes about a minute) ...');
  const [npm = 'npm', ...args] = npmCommand();
  await must('npm ci', npm, [...args, ...NPM_CI], {
    env: npmEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** @param {string} node */
function isRuntime(node) {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return majorOf(stdout ?? '') >= RUNTIME_MAJOR;
}

async function findRuntime() {
  const brought = inRoot('node_modules', '.bin', 'node');
  if (isRuntime(brought)) return brought;
  if (majorOf(process.version) >= RUNTIME_MAJOR) return process.execPath;
  // The package `node` downloads the executable in an install script, which npm may be configured
  // not to run.
  console.error(`Fetching Node ${RUNTIME_MAJOR} ...`);
  const folder = inRoot('node_modules', 'node');
  await must(
    `Fetching Node ${RUNTIME_MAJOR}`,
    process.execPath,
    ['installArchSpecificPackage.js'],
    {
      cwd: folder,
      env: npmEnvironment(),
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  if (isRuntime(brought)) return brought;
  throw new SetupError(
    `Stowage runs on Node ${RUNTIME_MAJOR}. Its own copy does not run on this machine, and the ` +
      `Node installed here is ${process.version}. Install Node ${RUNTIME_MAJOR} or newer and try again.`,
  );
}
