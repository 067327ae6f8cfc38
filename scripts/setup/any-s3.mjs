import { goProgram } from './go-program.mjs';

/** S3 servers without MinIO extensions, each in the version that its tests target. */
const SERVERS = {
  versitygw: 'github.com/versity/versitygw/cmd/versitygw@v1.8.0',
  rclone: 'github.com/rclone/rclone@v1.76.0',
};

/**
 * Provides the servers, each built once.
 * @returns {Promise<Record<string, string>>} environment variables with their paths; servers that
 *    cannot be built because Go is missing are skipped with a message
 */
export async function installAnyS3() {
  /** @type {Record<string, string>} */
  const env = {};
  for (const [name, source] of Object.entries(SERVERS)) {
    const program = await goProgram(name, source);
    if (program === undefined) console.error(`${name} is left out: there is no Go to build it.`);
    else env[`STOWAGE_TEST_${name.toUpperCase()}`] = program;
  }
  return env;
}
