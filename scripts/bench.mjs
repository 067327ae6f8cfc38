import { installDependencies } from './setup/dependencies.mjs';
import { installMinio } from './setup/minio.mjs';
import { command, run } from './setup/run.mjs';
import { serverArguments, serverEnvironment } from './setup/server.mjs';
import { buildWeb } from './setup/web-build.mjs';

await command(async () => {
  const node = await installDependencies();
  const minio = await installMinio();
  await buildWeb(node);
  const args = serverArguments('bench/run.ts', process.argv.slice(2));
  return run(node, args, { env: { ...serverEnvironment(), MINIO_BIN: minio } });
});
