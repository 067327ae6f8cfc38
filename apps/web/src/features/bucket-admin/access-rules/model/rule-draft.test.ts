import { expect, it } from 'vitest';
import { prefixFault } from './rule-draft.ts';

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
])('the prefix %j of a new rule has the fault %s [ACCESS-05]', (prefix, fault) => {
  expect(prefixFault(prefix, rules)).toBe(fault);
});

it('can be the whole bucket while no rule is for it', () => {
  expect(prefixFault('*', [])).toBeUndefined();
});
