import { warnOfLongFiles } from './check/long-files.mjs';
import { installDependencies } from './setup/dependencies.mjs';
import { inRoot } from './setup/paths.mjs';
import { command, run } from './setup/run.mjs';
import { buildWeb } from './setup/web-build.mjs';

const bin = (/** @type {string[]} */ ...parts) => inRoot('node_modules', ...parts);

/**
 * Everything that is checked without running the product. Each step runs even if one
 * before it failed, so that one run shows all there is to mend.
 * @type {readonly { name: string, args: string[], cwd?: string }[]}
 */
const STEPS = [
  {
    name: 'format and lint',
    args: [bin('@biomejs', 'biome', 'bin', 'biome'), 'ci', '--error-on-warnings'],
  },
  {
    name: 'types of server, packages and tests',
    args: [bin('typescript', 'bin', 'tsc'), '-p', '.'],
  },
  { name: 'types of the web app', args: [bin('typescript', 'bin', 'tsc'), '-p', 'apps/web'] },
  {
    name: 'imports go one way',
    args: [
      bin('dependency-cruiser', 'bin', 'dependency-cruiser.mjs'),
      'apps',
      'packages',
      'tests',
      'bench',
    ],
  },
  { name: 'unused code and dependencies', args: [bin('knip', 'bin', 'knip.js')] },
  {
    name: 'size budgets',
    args: [
      bin('size-limit', 'bin.js'),
      '--config',
      inRoot('scripts', 'check', 'size-limit.config.mjs'),
    ],
    cwd: inRoot('apps', 'web'),
  },
];

await command(async () => {
  const node = await installDependencies();
  await buildWeb(node);
  const failed = [];
  for (const { name, args, cwd } of STEPS) {
    const started = performance.now();
    console.log(`\n== ${name}`);
    const status = await run(node, args, cwd === undefined ? {} : { cwd });
    console.log(
      `== ${name}: ${status === 0 ? 'ok' : 'FAILED'} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
    );
    if (status !== 0) failed.push(name);
  }
  warnOfLongFiles();
  console.log(failed.length === 0 ? '\nAll checks passed' : `\nFailed: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
});
