import { warnOfLongFiles } from './check/long-files.mjs';
import { installDependencies } from './setup/dependencies.mjs';
import { inRoot } from './setup/paths.mjs';
import { command, run, SetupError } from './setup/run.mjs';
import { buildWeb } from './setup/web-build.mjs';

/**
 * Returns a step that runs an installed program on Node.
 * @param {string} file its path in node_modules
 * @param {string[]} args
 * @param {string} [folder] working directory, relative to the root
 */
const tool = (file, args, folder = '.') => {
  return (/** @type {string} */ node) =>
    run(node, [inRoot('node_modules', file), ...args], { cwd: inRoot(folder) });
};

/**
 * All checks that do not run the product. Each step runs even if an earlier one failed, so that one
 * run reports every problem.
 * @type {readonly { name: string, check: (node: string) => Promise<number> }[]}
 */
const STEPS = [
  {
    name: 'format and lint',
    check: tool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings']),
  },
  { name: 'types of server, packages and tests', check: tool('typescript/bin/tsc', ['-p', '.']) },
  { name: 'types of the web app', check: tool('typescript/bin/tsc', ['-p', 'apps/web']) },
  {
    name: 'imports go one way',
    check: tool('dependency-cruiser/bin/dependency-cruiser.mjs', [
      ...['apps', 'packages', 'tests', 'bench'],
      ...['--output-type', 'err-long'],
    ]),
  },
  {
    name: 'unused code and dependencies',
    check: tool('knip/bin/knip.js', ['--treat-config-hints-as-errors']),
  },
  {
    name: 'size budgets',
    check: async (node) => {
      await buildWeb(node);
      const config = inRoot('scripts', 'check', 'size-limit.config.mjs');
      return tool('size-limit/bin.js', ['--config', config], 'apps/web')(node);
    },
  },
];

/**
 * Runs a step and reports the result.
 * @param {(typeof STEPS)[number]} step
 * @param {string} node
 * @returns {Promise<boolean>} whether it passed
 */
async function passes({ name, check }, node) {
  const started = performance.now();
  console.log(`\n== ${name}`);
  const status = await check(node).catch((error) => {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    return 1;
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`== ${name}: ${status === 0 ? 'ok' : 'FAILED'} (${seconds} s)`);
  return status === 0;
}

await command(async () => {
  const node = await installDependencies();
  const failed = [];
  for (const step of STEPS) {
    if (!(await passes(step, node))) failed.push(step.name);
  }
  warnOfLongFiles();
  console.log(failed.length === 0 ? '\nAll checks passed' : `\nFailed: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
});
