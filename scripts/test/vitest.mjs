import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inRoot } from '../setup/paths.mjs';
import { run } from '../setup/run.mjs';
import { closingLine } from './tally.mjs';

/**
 * The result of a run without written totals: it ended before its first test, or crashed.
 * @typedef {import('./tally.mjs').Tally & { lines: readonly string[] }} Written
 * @type {Written}
 */
const BROKEN = { passed: 0, failed: 1, skipped: 0, lines: [] };

/** @param {string} file @returns {Written} */
function readTally(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return BROKEN;
  }
}

/**
 * Reconciles the totals with the exit status of the test runner: a failed run has at least one
 * failure.
 * @param {import('./tally.mjs').Tally} sum
 * @param {number} status
 */
export function reconcile(sum, status) {
  return status !== 0 && sum.failed === 0 ? { ...sum, failed: 1 } : sum;
}

/**
 * Runs tests and prints the failures and, as the last line, `N passed, N failed`.
 * @param {string} node path of the Node executable
 * @param {readonly string[]} args arguments for vitest
 * @param {Record<string, string>} env added to the environment
 * @returns {Promise<number>} exit status
 */
export async function runTests(node, args, env) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-tally-'));
  const file = path.join(folder, 'tally.json');
  const vitest = inRoot('node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['default', inRoot('scripts', 'test', 'tally-reporter.mjs')];
  const status = await run(
    node,
    [vitest, 'run', ...reporters.map((reporter) => `--reporter=${reporter}`), ...args],
    // Tests cannot run with React's production version, which the environment may select.
    { env: { ...process.env, NODE_ENV: 'test', ...env, STOWAGE_TEST_TALLY: file } },
  );
  const written = readTally(file);
  const sum = reconcile(written, status);
  rmSync(folder, { recursive: true, force: true });
  if (sum.skipped > 0) console.log(`${sum.skipped} skipped`);
  for (const line of written.lines) console.log(line);
  console.log(closingLine(sum));
  return sum.failed === 0 ? 0 : status || 1;
}
