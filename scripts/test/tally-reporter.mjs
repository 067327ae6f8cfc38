import { writeFileSync } from 'node:fs';
import { tally } from './tally.mjs';

/**
 * Writes the sum of a vitest run to the file named by STOWAGE_TEST_TALLY, for the
 * command that started the run to print as its last line.
 */
export default class TallyReporter {
  /**
   * @param {readonly import('./tally.mjs').TestModule[]} modules
   * @param {readonly unknown[]} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const file = process.env.STOWAGE_TEST_TALLY;
    if (file) writeFileSync(file, JSON.stringify(tally(modules, unhandledErrors)));
  }
}
