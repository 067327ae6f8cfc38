import { readFileSync } from 'node:fs';
import { onPath } from './executable.mjs';
import { run } from './run.mjs';

/**
 * Whether the text of /etc/os-release is Debian's own. Systems derived from it may
 * have another package under the same name.
 * @param {string} osRelease
 */
export function isDebian(osRelease) {
  return /^ID="?debian"?$/m.test(osRelease);
}

/** Whether packages of Debian can be installed here, by us. */
export function canUseDebianPackages() {
  if (process.getuid?.() !== 0 || onPath(['apt-get']) === undefined) return false;
  try {
    return isDebian(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/**
 * Installs packages of Debian.
 * @param {readonly string[]} names
 * @param {Record<string, string>} [variables] for the installation
 * @returns {Promise<boolean>} whether they are installed now
 */
export async function installDebianPackages(names, variables = {}) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', ...variables };
  /** @type {import('node:child_process').SpawnOptions} */
  const options = { env, stdio: ['ignore', 'ignore', 'inherit'] };
  // An outdated list of one repository does not keep the package from being found in another.
  await run('apt-get', ['update', '-qq'], options);
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...names];
  return (await run('apt-get', install, options)) === 0;
}
