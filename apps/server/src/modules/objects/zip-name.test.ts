import { describe, expect, it } from 'vitest';
import { zipName } from './zip-name.ts';

describe('zipName', () => {
  it.each([
    ['photos/2026/a.jpg', 'photos/2026/', '2026/a.jpg'],
    ['photos/a.jpg', 'photos/', 'photos/a.jpg'],
    ['photos/2026/sub/', 'photos/2026/', '2026/sub/'],
    ['über/ключ 🎉.txt', 'über/', 'über/ключ 🎉.txt'],
  ])('puts %s of %s at %s', (key, folder, name) => {
    expect(zipName(key, folder)).toBe(name);
  });

  it.each([
    ['f/../../etc/passwd', 'f/', 'f/__/__/etc/passwd'],
    ['f/./a', 'f/', 'f/_/a'],
    ['f//a', 'f/', 'f/_/a'],
    ['f/a\\..\\b', 'f/', 'f/a_.._b'],
    ['f/C:evil', 'f/', 'f/C_evil'],
    ['f/a\r\nb\0', 'f/', 'f/a__b_'],
    ['../a', '../', '__/a'],
    ['/a', '/', '_/a'],
  ])('lets %j not out of the folder', (key, folder, name) => {
    expect(zipName(key, folder)).toBe(name);
  });
});
