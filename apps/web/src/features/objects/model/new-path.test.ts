import { describe, expect, it } from 'vitest';
import { newFolder, newPathFault } from './new-path.ts';

describe('a new path', () => {
  it.each([
    ['a/', 'b', 'a/b/'],
    ['a/', 'b/c/', 'a/b/c/'],
    ['', 'b', 'b/'],
    ['a/', '/b', 'b/'],
    ['a/', 'with space & %', 'a/with space & %/'],
  ])('in %j, %j means %j', (open, typed, folder) => {
    expect(newFolder(open, typed)).toBe(folder);
    expect(newPathFault(open, typed)).toBeUndefined();
  });

  it.each(['', ' ', '\t ', '/'])('%j is blank [OBJ-15]', (typed) => {
    expect(newPathFault('a/', typed)).toBe('blank');
  });

  it('counts UTF-8 bytes against the limit of a key', () => {
    expect(newPathFault('', 'é'.repeat(511))).toBeUndefined();
    expect(newPathFault('', 'é'.repeat(512))).toBe('tooLong');
  });
});
