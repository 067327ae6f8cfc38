/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Tally
 * @typedef {{ state: () => string, children: { allTests: () => Iterable<{ result: () => { state: string } }> },
 *   errors: () => readonly unknown[] }} TestModule the part of vitest's TestModule that is counted
 */

/**
 * Counts what a run came to. A file that could not be loaded, a suite whose set-up
 * failed and an error outside of any test count as one failed test each, so that
 * nothing that went wrong is missing from the sum.
 * @param {readonly TestModule[]} modules
 * @param {readonly unknown[]} unhandledErrors
 * @returns {Tally}
 */
export function tally(modules, unhandledErrors) {
  const states = modules.flatMap((module) =>
    [...module.children.allTests()].map((test) => test.result().state),
  );
  const count = (/** @type {string} */ state) => states.filter((one) => one === state).length;
  const brokenModules = modules.filter(
    (module) =>
      module.state() === 'failed' &&
      ![...module.children.allTests()].some((test) => test.result().state === 'failed'),
  );
  return {
    passed: count('passed'),
    failed: count('failed') + brokenModules.length + unhandledErrors.length,
    skipped: count('skipped'),
  };
}

/**
 * The last line of a test command.
 * @param {Tally} tally
 */
export function closingLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}
