import { installDependencies } from './setup/dependencies.mjs';
import { command, run } from './setup/run.mjs';
import { serverArguments, serverEnvironment } from './setup/server.mjs';
import { buildWeb } from './setup/web-build.mjs';

await command(async () => {
  const node = await installDependencies();
  await buildWeb(node);
  const args = serverArguments('apps/server/src/main.ts', process.argv.slice(2));
  return run(node, args, { env: serverEnvironment() });
});
