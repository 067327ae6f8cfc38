import { readFileSync } from 'node:fs';
import { inRoot } from '../setup/paths.mjs';
import { repositoryFiles } from './repository-files.mjs';

/** Number of lines above which a file should be split; the linter rejects more than 400. */
export const LONG = 300;

/**
 * Returns the files that are too long, longest first.
 * @param {readonly string[]} files relative to the root
 * @param {(file: string) => string} [read]
 * @returns {{ file: string, lines: number }[]}
 */
export function longFiles(files, read = (file) => readFileSync(inRoot(file), 'utf8')) {
  return files
    .map((file) => ({ file, lines: read(file).split('\n').length - 1 }))
    .filter(({ lines }) => lines > LONG)
    .sort((a, b) => b.lines - a.lines);
}

/** Prints a warning for each source file in the repository that should be split. */
export function warnOfLongFiles() {
  for (const { file, lines } of longFiles(repositoryFiles(/\.(?:ts|tsx|mjs|cjs)$/))) {
    console.log(`warning: ${file} has ${lines} lines; split it before it reaches 400.`);
  }
}
