import { describe, expect, it } from 'vitest';
import { newFolder, newPathError } from './new-path.ts';

describe('a new path', () => {
  it.each([
    ['a/', 'b', 'a/b/'],
    ['a/', 'b/c/', 'a/b/c/'],
    ['', 'b', 'b/'],
    ['a/', '/b', 'b/'],
    ['a/', 'with space & %', 'a/with space & %/'],
  ])('in %j, %j means %j', (open, typed, folder) => {
    expect(newFolder(open, typed)).toBe(folder);
    expect(newPathError(open, typed)).toBeUndefined();
  });

  it.each(['', ' ', '\t ', '/'])('%j is blank [OBJ-15]', (typed) => {
    expect(newPathError('a/', typed)).toBe('blank');
  });

  it.each(['..', '../b', 'b/./c', '/..'])('%j leads nowhere', (typed) => {
    expect(newPathError('a/', typed)).toBe('dots');
  });

  it('takes dots in a name, and below a folder that has such a name already', () => {
    expect(newPathError('a/../', '.config/..b')).toBeUndefined();
  });

  it('counts UTF-8 bytes against the limit of a key', () => {
    expect(newPathError('', 'é'.repeat(511))).toBeUndefined();
    expect(newPathError('', 'é'.repeat(512))).toBe('tooLong');
  });
});
