import { readdirSync } from 'node:fs';
import path from 'node:path';
import { canUseDebianPackages, installDebianPackages } from './debian.mjs';
import { isExecutable, onPath } from './executable.mjs';
import { SetupError } from './run.mjs';

const DEBIAN_POSTGRES = '/usr/lib/postgresql';
/** Not on the search path of ordinary users. */
const DEBIAN_SLAPD = '/usr/sbin/slapd';

/**
 * Finds the folder with PostgreSQL's programs, including initdb: the one named by
 * STOWAGE_TEST_POSTGRES, that of a Debian package, or the one on the search path.
 * @returns {string | undefined}
 */
export function findPostgres() {
  const named = process.env.STOWAGE_TEST_POSTGRES;
  if (named) {
    if (hasPostgres(named)) return named;
    throw new SetupError(`STOWAGE_TEST_POSTGRES is no folder with initdb and postgres: ${named}`);
  }
  const packaged = versions().map((version) => path.join(DEBIAN_POSTGRES, version, 'bin'));
  const initdb = onPath(['initdb']);
  return [...packaged, ...(initdb === undefined ? [] : [path.dirname(initdb)])].find(hasPostgres);
}

/**
 * Finds the Redis server: the one named by STOWAGE_TEST_REDIS, or one on the search path.
 * @returns {string | undefined}
 */
export function findRedis() {
  return findProgram('STOWAGE_TEST_REDIS', ['redis-server', 'valkey-server']);
}

/**
 * Finds Prometheus: the one named by STOWAGE_TEST_PROMETHEUS, or one on the search path.
 * @returns {string | undefined}
 */
export function findPrometheus() {
  return findProgram('STOWAGE_TEST_PROMETHEUS', ['prometheus']);
}

/**
 * Finds Azurite, Microsoft's emulator of Azure Blob Storage (npm): named by STOWAGE_TEST_AZURITE,
 * or on the search path.
 * @returns {string | undefined}
 */
export function findAzurite() {
  return findProgram('STOWAGE_TEST_AZURITE', ['azurite-blob']);
}

/**
 * Finds fake-gcs-server, an emulator of Google Cloud Storage (Go): named by STOWAGE_TEST_FAKE_GCS,
 * or on the search path.
 * @returns {string | undefined}
 */
export function findFakeGcs() {
  return findProgram('STOWAGE_TEST_FAKE_GCS', ['fake-gcs-server']);
}

/**
 * @param {string} variable the environment variable that may name the program
 * @param {string[]} names its names on the search path
 * @returns {string | undefined}
 */
function findProgram(variable, names) {
  const named = process.env[variable];
  if (!named) return onPath(names);
  if (isExecutable(named)) return named;
  throw new SetupError(`${variable} is not an executable file: ${named}`);
}

/**
 * Finds OpenLDAP's server: the one named by STOWAGE_TEST_SLAPD, that of a Debian package, or one on
 * the search path.
 * @returns {string | undefined}
 */
export function findSlapd() {
  const named = process.env.STOWAGE_TEST_SLAPD;
  if (named) {
    if (isExecutable(named)) return named;
    throw new SetupError(`STOWAGE_TEST_SLAPD is not an executable file: ${named}`);
  }
  return [DEBIAN_SLAPD].find(isExecutable) ?? onPath(['slapd']);
}

/** @param {string} folder */
function hasPostgres(folder) {
  return ['initdb', 'postgres'].every((name) => isExecutable(path.join(folder, name)));
}

/** Newest first. */
function versions() {
  try {
    return readdirSync(DEBIAN_POSTGRES).sort((a, b) => Number(b) - Number(a));
  } catch {
    return [];
  }
}

/**
 * Provides the servers that tests use for event delivery, shared console state, directory users and
 * metrics comparisons. If one cannot be installed, the tests that need it are skipped with a
 * message.
 * @returns {Promise<Record<string, string>>} environment variables with their paths
 */
export async function installEventServers() {
  const missing = [
    ...(findPostgres() === undefined ? ['postgresql'] : []),
    ...(findRedis() === undefined ? ['redis-server'] : []),
    ...(findPrometheus() === undefined ? ['prometheus'] : []),
    ...(findSlapd() === undefined ? ['slapd'] : []),
  ];
  if (missing.length > 0 && canUseDebianPackages()) {
    console.error(`Installing ${missing.join(', ')} for the tests (needed once) ...`);
    // The tests start their own servers, so those of the packages need not run.
    await installDebianPackages(missing, { RUNLEVEL: '1' });
  }
  const [postgres, redis] = [findPostgres(), findRedis()];
  if (postgres === undefined || redis === undefined) {
    console.error(
      'Without PostgreSQL and Redis the tests of events into them, and of consoles that share a database, are left out. ' +
        'Install both, or name them in STOWAGE_TEST_POSTGRES and STOWAGE_TEST_REDIS.',
    );
  }
  const prometheus = findPrometheus();
  if (prometheus === undefined) {
    console.error(
      'Without Prometheus the test that compares it with the sampler of the console is left out. ' +
        'Install it, or name it in STOWAGE_TEST_PROMETHEUS.',
    );
  }
  const slapd = findSlapd();
  if (slapd === undefined) {
    console.error(
      'Without the LDAP server of OpenLDAP the tests of logins with LDAP are left out. ' +
        'Install it (slapd), or name it in STOWAGE_TEST_SLAPD.',
    );
  }
  return {
    ...(postgres === undefined ? {} : { STOWAGE_TEST_POSTGRES: postgres }),
    ...(redis === undefined ? {} : { STOWAGE_TEST_REDIS: redis }),
    ...(prometheus === undefined ? {} : { STOWAGE_TEST_PROMETHEUS: prometheus }),
    ...(slapd === undefined ? {} : { STOWAGE_TEST_SLAPD: slapd }),
  };
}
