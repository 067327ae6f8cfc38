import { expect, it } from 'vitest';
import { closingLine, failureLines, tally } from './tally.mjs';
import { reconcile } from './vitest.mjs';

const failure = new Error('broken\nas the diff shows');

function testModule(
  state: string,
  tests: readonly string[],
  errors: { file?: readonly Error[]; suites?: readonly (readonly Error[])[] } = {},
) {
  return {
    relativeModuleId: 'tests/some.test.ts',
    state: () => state,
    errors: () => errors.file ?? [],
    children: {
      allTests: () =>
        tests.map((one) => ({
          fullName: `suite > ${one} test`,
          result: () => ({ state: one, errors: one === 'failed' ? [failure] : undefined }),
        })),
      allSuites: () => (errors.suites ?? []).map((suite) => ({ errors: () => suite })),
    },
  };
}

it('adds up the tests of all files', () => {
  const modules = [
    testModule('passed', ['passed', 'skipped']),
    testModule('failed', ['passed', 'failed'], { suites: [[]] }),
  ];
  expect(tally(modules, [])).toEqual({ passed: 2, failed: 1, skipped: 1 });
});

it('counts a file that could not be loaded as one failure', () => {
  const module = testModule('failed', [], { file: [failure] });
  expect(tally([module], [])).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

it('counts a suite whose set-up failed as one failure, beside the failed tests of the file', () => {
  const module = testModule('failed', ['failed', 'skipped'], { suites: [[failure], []] });
  expect(tally([module], [])).toMatchObject({ failed: 2 });
});

it('counts a file that failed without saying why', () => {
  expect(tally([testModule('failed', ['passed'])], [])).toMatchObject({ failed: 1 });
});

it('counts an error outside of any test', () => {
  expect(tally([testModule('passed', ['passed'])], [failure])).toMatchObject({ failed: 1 });
});

it('shows a failure whenever the run failed', () => {
  const sum = { passed: 5, failed: 0, skipped: 0 };
  expect(reconcile(sum, 1).failed).toBe(1);
  expect(reconcile(sum, 0)).toEqual(sum);
  expect(reconcile({ ...sum, failed: 3 }, 1).failed).toBe(3);
});

it('names each test that failed with what it said first', () => {
  expect(failureLines([testModule('failed', ['passed', 'failed'])])).toEqual([
    'failed: tests/some.test.ts > suite > failed test: broken',
  ]);
});

it('closes with the line that other programs read', () => {
  expect(closingLine({ passed: 12, failed: 0, skipped: 3 })).toBe('12 passed, 0 failed');
});
