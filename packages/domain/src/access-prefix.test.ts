import { expect, it } from 'vitest';
import { accessPrefixProblem } from './access-prefix.ts';

it.each([
  ['a*', 'wildcard'],
  ['a?b', 'wildcard'],
  [`\${aws:username}/`, 'variable'],
  ['a$b{c}', undefined],
  ['', undefined],
])('the prefix %j has the problem %s', (prefix, problem) => {
  expect(accessPrefixProblem(prefix)).toBe(problem);
});
