import os from 'node:os';
import path from 'node:path';
import { isExecutable, onPath } from './executable.mjs';
import { must, SetupError } from './run.mjs';

/** Where programs built for the tests are kept between checkouts. */
const CACHE = path.join(os.homedir(), '.cache', 'stowage', 'bin');

/**
 * The MinIO server to test against: MINIO_BIN, or `minio` on the search path, or
 * one built earlier, or one built now with Go.
 * @returns {Promise<string>} path of the executable
 */
export async function installMinio() {
  const named = process.env.MINIO_BIN;
  if (named) {
    if (isExecutable(named)) return named;
    throw new SetupError(`MINIO_BIN is not an executable file: ${named}`);
  }
  const built = path.join(CACHE, 'minio');
  const present = onPath(['minio']) ?? [built].find(isExecutable);
  if (present !== undefined) return present;

  const go = onPath(['go']) ?? ['/usr/local/go/bin/go'].find(isExecutable);
  if (go === undefined) {
    throw new SetupError('No MinIO server: set MINIO_BIN, put minio on the PATH, or install Go.');
  }
  console.error('Building a MinIO server with Go (needed once, takes a few minutes) ...');
  await must('Building MinIO', go, ['install', 'github.com/minio/minio@latest'], {
    env: { ...process.env, GOBIN: CACHE },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return built;
}
