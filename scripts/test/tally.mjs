/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Tally
 * @typedef {{ fullName: string,
 *   result: () => { state: string, errors?: readonly { message: string }[] | undefined } }} TestCase
 * @typedef {{ errors: () => readonly unknown[] }} TestSuite
 * @typedef {{ relativeModuleId: string, state: () => string, errors: () => readonly unknown[],
 *   children: { allTests: () => Iterable<TestCase>, allSuites: () => Iterable<TestSuite> } }} TestModule
 *   the part of vitest's TestModule that is counted
 */

/**
 * Counts the failures of a file: its failed tests; the file itself if it could not be loaded; each
 * suite whose set-up or teardown failed.
 * @param {TestModule} module
 */
function failuresOf(module) {
  const tests = [...module.children.allTests()];
  const failed = tests.filter((test) => test.result().state === 'failed').length;
  const broken = [module, ...module.children.allSuites()].filter((one) => one.errors().length > 0);
  const sum = failed + broken.length;
  return sum === 0 && module.state() === 'failed' ? 1 : sum;
}

/**
 * Computes the totals of a run. No failure is omitted: an error outside of any test counts as one
 * too.
 * @param {readonly TestModule[]} modules
 * @param {readonly unknown[]} unhandledErrors
 * @returns {Tally}
 */
export function tally(modules, unhandledErrors) {
  const states = modules.flatMap((module) =>
    [...module.children.allTests()].map((test) => test.result().state),
  );
  const count = (/** @type {string} */ state) => states.filter((one) => one === state).length;
  const failures = modules.reduce((sum, module) => sum + failuresOf(module), 0);
  return {
    passed: count('passed'),
    failed: failures + unhandledErrors.length,
    skipped: count('skipped'),
  };
}

/**
 * Returns one line per failed test with its first error, because only the end of a long log is
 * kept.
 * @param {readonly TestModule[]} modules
 * @returns {string[]}
 */
export function failureLines(modules) {
  return modules.flatMap((module) =>
    [...module.children.allTests()]
      .filter((test) => test.result().state === 'failed')
      .map((test) => {
        const said = test.result().errors?.[0]?.message.split('\n', 1)[0] ?? '';
        return `failed: ${module.relativeModuleId} > ${test.fullName}: ${said}`;
      }),
  );
}

/**
 * Returns the last line of a test command.
 * @param {Tally} tally
 */
export function closingLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}
