import { installDependencies } from './setup/dependencies.mjs';
import { command, run } from './setup/run.mjs';
import { serverArguments, serverEnvironment } from './setup/server.mjs';

await command(async () => {
  const node = await installDependencies();
  const args = serverArguments('tests/crash/run.ts', process.argv.slice(2));
  return run(node, args, { env: serverEnvironment() });
});
