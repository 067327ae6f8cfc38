import { installDependencies } from './setup/dependencies.mjs';
import { inRoot } from './setup/paths.mjs';
import { command, run } from './setup/run.mjs';
import { serverArguments, serverEnvironment } from './setup/server.mjs';

/**
 * The console server restarts when one of its sources changes; Vite serves the web app, replaces
 * changed modules in the page and proxies /api to the server.
 */
await command(async () => {
  const node = await installDependencies();
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js');
  const server = serverArguments('apps/server/src/main.ts', process.argv.slice(2), ['--watch']);
  const statuses = await Promise.all([
    run(node, server, { env: serverEnvironment() }),
    run(node, [vite], { cwd: inRoot('apps', 'web') }),
  ]);
  return Math.max(...statuses);
});
