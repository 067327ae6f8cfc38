import { installDependencies } from './setup/dependencies.mjs';
import { command, run } from './setup/run.mjs';
import { serverArguments, serverEnvironment } from './setup/server.mjs';
import { buildWeb } from './setup/web-build.mjs';

await command(async () => {
  const node = await installDependencies();
  const options = process.argv.slice(2);
  // With an option the server only prints something.
  if (options.length === 0) await buildWeb(node);
  const args = serverArguments('apps/server/src/main.ts', options);
  return run(node, args, { env: serverEnvironment() });
});
