import { readFileSync } from 'node:fs';
import { onPath } from './executable.mjs';
import { run } from './run.mjs';

/**
 * Whether the text of /etc/os-release is that of Debian itself. Derived systems may have a
 * different package under the same name.
 * @param {string} osRelease
 */
export function isDebian(osRelease) {
  return /^ID="?debian"?$/m.test(osRelease);
}

/** Whether this process can install Debian packages. */
export function canUseDebianPackages() {
  if (process.getuid?.() !== 0 || onPath(['apt-get']) === undefined) return false;
  try {
    return isDebian(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/**
 * Installs Debian packages.
 * @param {readonly string[]} names
 * @param {Record<string, string>} [variables] for the installation
 * @returns {Promise<boolean>} whether the installation succeeded
 */
export async function installDebianPackages(names, variables = {}) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', ...variables };
  /** @type {import('node:child_process').SpawnOptions} */
  const options = { env, stdio: ['ignore', 'ignore', 'inherit'] };
  // If updating one repository fails, the package may still be available from another.
  await run('apt-get', ['update', '-qq'], options);
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...names];
  return (await run('apt-get', install, options)) === 0;
}
