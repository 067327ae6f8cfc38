import { installChromium } from './setup/chromium.mjs';
import { installDependencies } from './setup/dependencies.mjs';
import { installEventServers } from './setup/event-servers.mjs';
import { command } from './setup/run.mjs';
import { buildWeb } from './setup/web-build.mjs';
import { runTests } from './test/vitest.mjs';

await command(async () => {
  const node = await installDependencies();
  const chromium = await installChromium(node);
  const eventServers = await installEventServers();
  await buildWeb(node);
  return runTests(node, process.argv.slice(2), {
    STOWAGE_TEST_CHROMIUM: chromium,
    ...eventServers,
  });
});
