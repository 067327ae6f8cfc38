import { expect, it } from 'vitest';
import { prefixError } from './rule-draft.ts';

const rules = [{ prefix: 'taken/' }, { prefix: '*' }];

it.each([
  ['', 'blank'],
  ['   ', 'blank'],
  ['a*b', 'wildcard'],
  ['**', 'wildcard'],
  ['a?', 'wildcard'],
  [`\${aws:username}/`, 'variable'],
  ['taken/', 'taken'],
  ['taken/*', 'taken'],
  ['*', 'taken'],
  ['taken', undefined],
  ['photos/', undefined],
  ['photos/*', undefined],
  ['<script>"&', undefined],
  ['ключ/ 🗝', undefined],
])('the prefix %j of a new rule has the error %s [ACCESS-05]', (prefix, error) => {
  expect(prefixError(prefix, rules)).toBe(error);
});

it('can be the whole bucket while no rule is for it', () => {
  expect(prefixError('*', [])).toBeUndefined();
});
