import { writeFileSync } from 'node:fs';
import { failureLines, tally } from './tally.mjs';

/**
 * Writes the totals of a vitest run and its failures to the file named by STOWAGE_TEST_TALLY, so
 * that the command that started the run can print them last.
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
