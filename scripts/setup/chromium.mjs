import { canUseDebianPackages, installDebianPackages } from './debian.mjs';
import { isExecutable, onPath } from './executable.mjs';
import { inRoot } from './paths.mjs';
import { must, SetupError } from './run.mjs';

/** Headless-only Chromium without browser UI: pages load at half the cost. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const NAMES = [
  HEADLESS_SHELL,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const PLACES = [
  '/usr/bin/chromium',
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Finds the Chromium for the browser tests: the one named by STOWAGE_TEST_CHROMIUM, one installed
 * on the machine, or Playwright's download.
 * @returns {Promise<string | undefined>} its path
 */
export async function findChromium() {
  const named = process.env.STOWAGE_TEST_CHROMIUM;
  if (named) {
    if (isExecutable(named)) return named;
    throw new SetupError(`STOWAGE_TEST_CHROMIUM is not an executable file: ${named}`);
  }
  return onPath(NAMES) ?? PLACES.find(isExecutable) ?? (await findDownloaded());
}

async function findDownloaded() {
  const { chromium } = await import('playwright-core');
  return [chromium.executablePath()].find(isExecutable);
}

/** @param {string} node */
async function download(node) {
  const cli = inRoot('node_modules', 'playwright-core', 'cli.js');
  const withLibraries = process.platform === 'linux' && process.getuid?.() === 0;
  const args = ['install', '--no-shell', ...(withLibraries ? ['--with-deps'] : []), 'chromium'];
  await must('Downloading Chromium', node, [cli, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/**
 * Provides a Chromium: Debian's headless shell if it can be installed, else an existing one, else
 * Playwright's own download.
 * @param {string} node path of the Node executable
 * @returns {Promise<string>} path of the browser
 */
export async function installChromium(node) {
  const isBest = process.env.STOWAGE_TEST_CHROMIUM || onPath([HEADLESS_SHELL]) !== undefined;
  if (!isBest && canUseDebianPackages()) {
    console.error('Installing Chromium for the browser tests (needed once) ...');
    await installDebianPackages([HEADLESS_SHELL]);
  }
  if ((await findChromium()) === undefined) {
    console.error('Downloading Chromium for the browser tests (needed once) ...');
    await download(node);
  }
  const installed = await findChromium();
  if (installed !== undefined) return installed;
  throw new SetupError(
    'No Chromium for the browser tests. Install one, or name it in STOWAGE_TEST_CHROMIUM.',
  );
}
