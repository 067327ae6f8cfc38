import { inRoot } from './paths.mjs';

/**
 * The arguments that run one of our programs from its TypeScript sources.
 * @param {string} main path of the program from the root
 * @param {readonly string[]} args for the program
 * @param {readonly string[]} [flags] for Node
 */
export function serverArguments(main, args, flags = []) {
  // node:sqlite still announces itself as experimental; it is our decision (docs/adr/0003), not news.
  return ['--disable-warning=ExperimentalWarning', ...flags, inRoot(main), ...args];
}

/** The environment of our programs: compiled code is kept between starts. */
export function serverEnvironment() {
  const NODE_COMPILE_CACHE = inRoot('node_modules', '.cache', 'stowage', 'compiled');
  return { NODE_COMPILE_CACHE, ...process.env };
}
