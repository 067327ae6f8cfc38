import { expect, it } from 'vitest';
import { type ChosenFile, uploadGroups } from './upload-batch.ts';

const target = { bucket: 'b', folder: 'in/' };

function groupsOf(...paths: readonly string[]) {
  let id = 0;
  const chosen: ChosenFile[] = paths.map((path) => ({ path, file: new File([], path) }));
  return uploadGroups(chosen, target, () => `${id++}`);
}

it('makes one line of each folder with everything below it', () => {
  const groups = groupsOf('photos/a', 'photos/x/b', 'notes/c', 'loose.txt');
  expect(groups.map(({ kind, name, files }) => [kind, name, files.length])).toEqual([
    ['folder', 'photos', 2],
    ['folder', 'notes', 1],
    ['file', 'loose.txt', 1],
  ]);
  expect(groups.flatMap(({ files }) => files.map(({ key }) => key))).toEqual([
    'in/photos/a',
    'in/photos/x/b',
    'in/notes/c',
    'in/loose.txt',
  ]);
});

it('gives loose files a line each, or one together when they are many', () => {
  expect(groupsOf('a', 'b', 'c', 'd', 'e').map(({ kind }) => kind)).toEqual(Array(5).fill('file'));
  expect(groupsOf('a', 'b', 'c', 'd', 'e', 'f')).toMatchObject([{ kind: 'files', name: '' }]);
});

it('makes nothing of nothing', () => {
  expect(groupsOf()).toEqual([]);
});

it('puts everything that was chosen together into one batch', () => {
  expect(new Set(groupsOf('a', 'f/b').map(({ batch }) => batch)).size).toBe(1);
});
