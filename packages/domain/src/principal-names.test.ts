import { describe, expect, it } from 'vitest';
import {
  ACCESS_KEY_LENGTH,
  isDirectoryName,
  newNameProblem,
  secretProblem,
} from './principal-names.ts';

describe('the name of a new user', () => {
  it.each([
    ['ann', undefined],
    ['team/ops/Ñ 🦊', undefined],
    ['', 'empty'],
    ['ab', 'short'],
    ['x'.repeat(257), 'long'],
    [' ann', 'spaces'],
    ['ann\t', 'spaces'],
    ['a\u0000nn', 'characters'],
    ['uid=ann', 'characters'],
    ['ann,bob', 'characters'],
  ])('%j: %s', (name, problem) => {
    expect(newNameProblem(name, ACCESS_KEY_LENGTH)).toBe(problem);
  });
});

describe('a password', () => {
  it.each([
    ['', 'empty'],
    ['seven77', 'short'],
    ['eight888', undefined],
    ['x'.repeat(128), undefined],
    ['x'.repeat(129), 'long'],
  ])('%j: %s', (secret, problem) => {
    expect(secretProblem(secret)).toBe(problem);
  });
});

describe('a name of a directory', () => {
  it('has parts that the storage server takes in none of its own', () => {
    expect(isDirectoryName('uid=ann,ou=people,dc=example')).toBe(true);
    expect(isDirectoryName('team/ann')).toBe(false);
  });
});
