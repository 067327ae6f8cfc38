import { goProgram } from './go-program.mjs';

/** Servers that know S3 and nothing of MinIO, each in the version that its tests are written for. */
const SERVERS = {
  versitygw: 'github.com/versity/versitygw/cmd/versitygw@v1.8.0',
  rclone: 'github.com/rclone/rclone@v1.76.0',
};

/**
 * Brings the servers, each built once.
 * @returns {Promise<Record<string, string>>} the environment that tells tests where they are; a
 *   server that cannot be built without Go is left out with a word
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
