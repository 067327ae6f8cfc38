import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot, root } from '../setup/paths.mjs';

/** Lines above which a file should be split; the linter refuses more than 400. */
export const LONG = 300;

/**
 * The files that are longer than they should be, longest first.
 * @param {readonly string[]} files relative to the root
 * @param {(file: string) => string} [read]
 * @returns {{ file: string, lines: number }[]}
 */
export function longFiles(files, read = (file) => readFileSync(path.join(root, file), 'utf8')) {
  return files
    .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file))
    .map((file) => ({ file, lines: read(file).split('\n').length - 1 }))
    .filter(({ lines }) => lines > LONG)
    .sort((a, b) => b.lines - a.lines);
}

/** Prints a warning for each file of the repository that should be split. */
export function warnOfLongFiles() {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const present = listed.split('\0').filter((file) => file !== '' && existsSync(inRoot(file)));
  for (const { file, lines } of longFiles(present)) {
    console.log(`warning: ${file} has ${lines} lines; split it before it reaches 400.`);
  }
}
