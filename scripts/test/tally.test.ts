import { expect, it } from 'vitest';
import { closingLine, tally } from './tally.mjs';
import { reconcile } from './vitest.mjs';

const module = (state: string, ...tests: string[]) => ({
  state: () => state,
  errors: () => [],
  children: { allTests: () => tests.map((one) => ({ result: () => ({ state: one }) })) },
});

it('adds up the tests of all files', () => {
  const modules = [module('passed', 'passed', 'skipped'), module('failed', 'passed', 'failed')];
  expect(tally(modules, [])).toEqual({ passed: 2, failed: 1, skipped: 1 });
});

it('counts a file that could not be loaded as one failure', () => {
  expect(tally([module('failed')], [])).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

it('counts a suite whose set-up failed as one failure, though its tests were skipped', () => {
  expect(tally([module('failed', 'skipped', 'skipped')], [])).toMatchObject({ failed: 1 });
});

it('counts an error outside of any test', () => {
  expect(tally([module('passed', 'passed')], [new Error('late')])).toMatchObject({ failed: 1 });
});

it('shows a failure whenever the run failed', () => {
  const sum = { passed: 5, failed: 0, skipped: 0 };
  expect(reconcile(sum, 1).failed).toBe(1);
  expect(reconcile(sum, 0)).toEqual(sum);
  expect(reconcile({ ...sum, failed: 3 }, 1).failed).toBe(3);
});

it('closes with the line that other programs read', () => {
  expect(closingLine({ passed: 12, failed: 0, skipped: 3 })).toBe('12 passed, 0 failed');
});
