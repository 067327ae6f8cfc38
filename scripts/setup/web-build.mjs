import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot, root } from './paths.mjs';
import { must } from './run.mjs';

/** Everything that becomes part of the web app or affects its build. */
const INPUTS = [
  'apps/web',
  'packages/contract',
  'packages/domain',
  'package-lock.json',
  'tsconfig.base.json',
];
const NOT_INPUTS = new Set(['node_modules', 'dist', 'testing']);
const DIST = inRoot('apps', 'web', 'dist');

/** Records the inputs of the build in dist; a new build removes it with the rest of dist. */
const STAMP = path.join(DIST, '.inputs');

/**
 * Whether a file is an input of the build.
 * @param {string} file
 */
export function isInput(file) {
  if (/\.test\.tsx?$/.test(file)) return false;
  return !file.split(/[\\/]/).some((part) => NOT_INPUTS.has(part));
}

/**
 * Lists the input files below a folder, or the file itself, in a stable order.
 * @param {string} place relative to the root
 * @returns {string[]}
 */
function filesOf(place) {
  if (!isInput(place)) return [];
  if (statSync(inRoot(place)).isFile()) return [place];
  return readdirSync(inRoot(place))
    .sort()
    .flatMap((name) => filesOf(`${place}/${name}`));
}

/**
 * Returns a fingerprint of files, which changes when one of them is changed, renamed, added or
 * removed.
 * @param {readonly string[]} files relative to `base`
 * @param {string} base
 */
export function fingerprint(files, base = root) {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(path.join(base, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * Builds the web app unless the existing build has the same inputs.
 * @param {string} node path of the Node executable
 */
export async function buildWeb(node) {
  const inputs = fingerprint(INPUTS.flatMap(filesOf));
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputs) return;
  console.error('Building the web app ...');
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js');
  await must('Building the web app', node, [vite, 'build', '--logLevel', 'warn'], {
    cwd: inRoot('apps', 'web'),
    // Vite would build React's slow development version if the environment sets another NODE_ENV.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  writeFileSync(STAMP, inputs);
}
