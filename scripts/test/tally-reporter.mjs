import { writeFileSync } from 'node:fs';
import { failureLines, tally } from './tally.mjs';

/**
 * Writes the sum of a vitest run and what failed to the file named by STOWAGE_TEST_TALLY, for the
 * command that started the run to print as its last line.
 */
export default class TallyReporter {
  /**
   * @param {readonly import('./tally.mjs').TestModule[]} modules
   * @param {readonly unknown[]} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const file = process.env.STOWAGE_TEST_TALLY;
    if (!file) return;
    const sum = { ...tally(modules, unhandledErrors), lines: failureLines(modules) };
    writeFileSync(file, JSON.stringify(sum));
  }
}
