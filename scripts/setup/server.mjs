import { inRoot } from './paths.mjs';

/**
 * Returns the arguments that run one of the project's programs from its TypeScript sources.
 * @param {string} main path of the program, relative to the root
 * @param {readonly string[]} args for the program
 * @param {readonly string[]} [flags] for Node
 */
export function serverArguments(main, args, flags = []) {
  // Suppresses the experimental warning of node:sqlite, which is used deliberately (docs/adr/0003).
  return ['--disable-warning=ExperimentalWarning', ...flags, inRoot(main), ...args];
}

/** Returns the environment of the project's programs, with a persistent compile cache. */
export function serverEnvironment() {
  const NODE_COMPILE_CACHE = inRoot('node_modules', '.cache', 'stowage', 'compiled');
  return { NODE_COMPILE_CACHE, ...process.env };
}
