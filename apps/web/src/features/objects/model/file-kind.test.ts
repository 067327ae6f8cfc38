import { expect, it } from 'vitest';
import { fileKind } from './file-kind.ts';

it.each([
  ['a.JPG', 'image'],
  ['notes.md', 'text'],
  ['x.tar.gz', 'archive'],
  ['film.mp4', 'video'],
  ['song.flac', 'audio'],
  ['dump.parquet', 'other'],
  ['constructor', 'other'],
  ['.gitignore', 'other'],
])('%s is of the kind %s', (name, kind) => {
  expect(fileKind(name)).toBe(kind);
});
