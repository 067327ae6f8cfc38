import { isExecutable, onPath } from './executable.mjs';
import { goProgram } from './go-program.mjs';
import { SetupError } from './run.mjs';

/**
 * Returns the MinIO server to test against: MINIO_BIN, `minio` on the search path, one built
 * earlier, or one built now with Go.
 * @returns {Promise<string>} path of the executable
 */
export async function installMinio() {
  const named = process.env.MINIO_BIN;
  if (named) {
    if (isExecutable(named)) return named;
    throw new SetupError(`MINIO_BIN is not an executable file: ${named}`);
  }
  const present = onPath(['minio']) ?? (await goProgram('minio', 'github.com/minio/minio@latest'));
  if (present !== undefined) return present;
  throw new SetupError('No MinIO server: set MINIO_BIN, put minio on the PATH, or install Go.');
}
