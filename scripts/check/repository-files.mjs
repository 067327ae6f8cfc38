import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { inRoot, root } from '../setup/paths.mjs';

/**
 * Lists the files of the repository that match, including uncommitted ones.
 * @param {RegExp} ending
 * @returns {string[]} relative to the root
 */
export function repositoryFiles(ending) {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  return listed.split('\0').filter((file) => ending.test(file) && existsSync(inRoot(file)));
}
