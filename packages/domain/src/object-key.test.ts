import { describe, expect, it } from 'vitest';
import { baseName, isRefusedByPathStores, objectKeyProblem, parentPrefix } from './object-key.ts';

describe('object keys', () => {
  it.each(['a', ' ', '//', '..', 'a/../b', '"quoted"', 'ü'.repeat(512), '😀'.repeat(256)])(
    '%j can be a key',
    (key) => {
      expect(objectKeyProblem(key)).toBeUndefined();
    },
  );

  it.each([
    ['', 'empty'],
    ['a'.repeat(1_025), 'too-long'],
    [`${'ü'.repeat(512)}a`, 'too-long'],
    ['half \ud83d pair', 'not-unicode'],
  ])('%j cannot: %s', (key, problem) => {
    expect(objectKeyProblem(key)).toBe(problem);
  });

  it.each([
    ['a/../b', true],
    ['./a', true],
    ['a/..', true],
    ['a..b/...', false],
    ['a//b', false],
  ])('%j has no place in a store of paths: %s', (key, refused) => {
    expect(isRefusedByPathStores(key)).toBe(refused);
  });

  it.each([
    ['a.jpg', 'a.jpg', ''],
    ['photos/2026/a.jpg', 'a.jpg', 'photos/2026/'],
    ['photos/2026/', '2026', 'photos/'],
    ['photos/', 'photos', ''],
    ['a//', '', 'a/'],
    ['/', '', ''],
    ['//', '', '/'],
    ['/a', 'a', '/'],
    ['', '', ''],
  ])('%j is %j in %j', (key, name, parent) => {
    expect(baseName(key)).toBe(name);
    expect(parentPrefix(key)).toBe(parent);
  });
});
