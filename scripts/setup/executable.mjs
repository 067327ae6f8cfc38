import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Whether a path is an executable file.
 * @param {string} file
 */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * Returns the first program with one of these names on the search path.
 * @param {readonly string[]} names in order of preference
 * @param {string} [searchPath]
 * @returns {string | undefined}
 */
export function onPath(names, searchPath = process.env.PATH ?? '') {
  const folders = searchPath.split(path.delimiter).filter((folder) => folder !== '');
  return names
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find(isExecutable);
}
