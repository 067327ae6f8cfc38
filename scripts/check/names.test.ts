import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRoot } from '../setup/paths.mjs';
import { repositoryFiles } from './repository-files.mjs';

const files = repositoryFiles(/^(?:apps|packages|tests|scripts|bench)\/.*\.(?:ts|tsx|mjs|css)$/);
const sources = files.map((file) => [file, readFileSync(inRoot(file), 'utf8')] as const);

// Spelt so that this file itself passes. Fault injection, the subject of two exempt tests, is an
// established term.
it.each([
  ['anonymous users', /[s]trangers?/i, /^apps\/web\/src\/app\/words\.test\.ts$/],
  ['error', /\b[f]aults?\b|[a-z][F]aults?\b/, /(?:write-failures|crash\/[f]aults)\.test\.ts$/],
  ['can…', /\b[m]ay[A-Z]/, undefined],
  ['MAX_…', /\b[M]OST_|\b[m]ost[A-Z]/, undefined],
  ['a record in docs/adr', /\b[d]ecision [0-9]/, undefined],
])('says “%s”', (_, other, except) => {
  const found = sources.filter(([file, text]) => !except?.test(file) && other.test(text));
  expect(found.map(([file]) => file)).toEqual([]);
});
