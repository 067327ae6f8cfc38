import { describe, expect, it } from 'vitest';
import { droppedFiles, pickedFiles } from './dropped-files.ts';

type Tree = { readonly [name: string]: Tree | string };

/** The browser's entry for a dropped file or folder; folders return two entries at a time. */
function entryOf(name: string, content: Tree | string): FileSystemEntry {
  if (typeof content === 'string') {
    const file = (resolve: (file: File) => void, reject: (error: Error) => void) =>
      content === 'unreadable'
        ? reject(new DOMException('gone', 'NotFoundError'))
        : resolve(new File([content], name));
    return { name, isFile: true, isDirectory: false, file } as unknown as FileSystemEntry;
  }
  const createReader = () => {
    const left = Object.entries(content).map(([child, inner]) => entryOf(child, inner));
    return { readEntries: (resolve: (list: unknown[]) => void) => resolve(left.splice(0, 2)) };
  };
  return { name, isFile: false, isDirectory: true, createReader } as unknown as FileSystemEntry;
}

function dropOf(tree: Tree): DataTransferItemList {
  return Object.entries(tree).map(([name, content]) => ({
    kind: 'file',
    webkitGetAsEntry: () => entryOf(name, content),
    getAsFile: () => null,
  })) as unknown as DataTransferItemList;
}

describe('a drop', () => {
  it('holds the files of dropped folders, however deep and many, with their paths', async () => {
    const files = await droppedFiles(
      dropOf({
        'a.txt': 'a',
        photos: { x: 'x', y: 'y', z: 'z', 2026: { 'b.jpg': 'b' }, empty: {} },
      }),
    );
    expect(files.map(({ path }) => path).sort()).toEqual([
      'a.txt',
      'photos/2026/b.jpg',
      'photos/x',
      'photos/y',
      'photos/z',
    ]);
  });

  it('fails when a file cannot be read', async () => {
    await expect(droppedFiles(dropOf({ x: 'unreadable' }))).rejects.toThrow('gone');
  });

  it('takes the file itself where a browser knows no entries, and nothing of dropped text', async () => {
    const items = [
      { kind: 'string', webkitGetAsEntry: () => null, getAsFile: () => null },
      { kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => new File(['1'], 'one') },
    ] as unknown as DataTransferItemList;
    expect((await droppedFiles(items)).map(({ path }) => path)).toEqual(['one']);
  });
});

it('keeps the path of files from a chosen folder', () => {
  const inside = Object.defineProperty(new File([''], 'b'), 'webkitRelativePath', { value: 'a/b' });
  expect(pickedFiles([inside, new File([''], 'c')]).map(({ path }) => path)).toEqual(['a/b', 'c']);
});
