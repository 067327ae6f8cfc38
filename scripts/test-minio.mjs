import { installChromium } from './setup/chromium.mjs';
import { installDependencies } from './setup/dependencies.mjs';
import { installEventServers } from './setup/event-servers.mjs';
import { installMinio } from './setup/minio.mjs';
import { command } from './setup/run.mjs';
import { buildWeb } from './setup/web-build.mjs';
import { runTests } from './test/vitest.mjs';

/**
 * The suites that access the storage over the network and so hold for any server, except those
 * whose screens do not depend on the server.
 */
const SUITES = [
  'tests/conformance',
  'tests/e2e',
  ...['accessibility', 'subpath'].map((name) => `--exclude=tests/e2e/${name}.test.ts`),
];

await command(async () => {
  const node = await installDependencies();
  const chromium = await installChromium(node);
  const minio = await installMinio();
  const eventServers = await installEventServers();
  await buildWeb(node);
  const args = process.argv.length > 2 ? process.argv.slice(2) : SUITES;
  return runTests(node, args, {
    STOWAGE_TEST_TARGET: 'minio',
    STOWAGE_TEST_CHROMIUM: chromium,
    ...eventServers,
    MINIO_BIN: minio,
  });
});
