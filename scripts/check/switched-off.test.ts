import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRoot } from '../setup/paths.mjs';
import { repositoryFiles } from './repository-files.mjs';

// Spelt so that this file itself passes.
const SILENCED = /biome-[i]gnore|@ts-(?:[i]gnore|[n]ocheck)/;
const LEFT_ALONE = /\b(?:it|test|describe)\.(?:[o]nly|[t]odo)\b/;
/** In a test it asserts that something does not compile; elsewhere it hides an error. */
const EXPECTED_ERROR = /@ts-[e]xpect-error/;
const TEST = /\.test\.tsx?$/;

function isSwitchedOff(file: string): boolean {
  const text = readFileSync(inRoot(file), 'utf8');
  if (SILENCED.test(text) || LEFT_ALONE.test(text)) return true;
  return !TEST.test(file) && EXPECTED_ERROR.test(text);
}

it('has no rule switched off in a line and no test left alone', () => {
  const found = repositoryFiles(/\.(?:ts|tsx|mjs|cjs|css)$/).filter(isSwitchedOff);
  expect(found).toEqual([]);
});
