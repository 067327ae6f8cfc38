import { describe, expect, it } from 'vitest';
import { ZipNames } from './zip-names.ts';

describe('ZipNames', () => {
  it.each([
    ['names that differ', ['a/b', 'a/c', 'b'], ['a/b', 'a/c', 'b']],
    [
      'capital letters',
      ['Photo.JPG', 'photo.jpg', 'PHOTO.jpg'],
      ['Photo.JPG', 'photo (2).jpg', 'PHOTO (3).jpg'],
    ],
    ['normal forms', ['\u00e9.txt', 'e\u0301.txt'], ['\u00e9.txt', 'e\u0301 (2).txt']],
    ['folders in capital letters', ['A/x', 'a/X', 'a/y'], ['A/x', 'a/X (2)', 'a/y']],
    ['a file and a folder', ['a', 'a/b', 'a/c'], ['a', 'a (2)/b', 'a (2)/c']],
    ['a folder and a file', ['a/b', 'a'], ['a/b', 'a (2)']],
    ['a name that looks numbered', ['a (2)', 'a', 'A'], ['a (2)', 'a', 'A (3)']],
    ['hidden files', ['.env', '.ENV'], ['.env', '.ENV (2)']],
    ['folders', ['a/', 'A/', 'a/b/'], ['a/', 'A/', 'a/b/']],
    ['the same name', ['a.tar.gz', 'a.tar.gz'], ['a.tar.gz', 'a.tar (2).gz']],
  ])('tells %s apart', (_case, wanted, given) => {
    const names = new ZipNames();
    expect(wanted.map((name) => names.take(name))).toEqual(given);
  });

  it('finds a free name at once among very many', () => {
    const names = new ZipNames();
    const last = Array.from({ length: 20_000 }, () => names.take('a/same.txt')).at(-1);
    expect(last).toBe('a/same (20000).txt');
  });
});
