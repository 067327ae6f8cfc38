import { expect, it } from 'vitest';
import { folderKey, nameProblem, targetProblem } from './copy-draft.ts';

it.each([
  ['', ''],
  ['/', ''],
  ['a', 'a/'],
  ['/a/b/', 'a/b/'],
])('takes the folder %j for %j', (typed, key) => {
  expect(folderKey(typed)).toBe(key);
});

it.each([
  ['my', { items: ['a/'] }, 'a/b/', 'intoItself'],
  ['other', { items: ['a/'] }, 'a/b/', undefined],
  ['my', { prefix: 'a/' }, 'a/b/', 'intoItself'],
  ['my', { items: ['a'] }, `${'x'.repeat(1024)}/`, 'tooLong'],
  ['my', { items: ['a/'] }, '', undefined],
])('says of %s: %j to %j: %s', (bucket, selection, prefix, problem) => {
  expect(targetProblem('my', selection, { bucket, prefix })).toBe(problem);
});

it.each([
  ['', 'blank'],
  ['b/c', 'slash'],
  ['a', 'same'],
  ['x'.repeat(1024), 'tooLong'],
  ['b', undefined],
])('says of the new name %j: %s', (name, problem) => {
  expect(nameProblem('p/a', { bucket: 'my', prefix: 'p/', name })).toBe(problem);
});
