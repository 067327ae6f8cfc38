import type { ChosenFile } from '#web/entities/transfers/upload-batch.ts';

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

function nextEntries(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject));
}

async function addEntry(entry: FileSystemEntry, folder: string, found: ChosenFile[]) {
  const path = folder + entry.name;
  if (entry.isFile) {
    found.push({ file: await fileOf(entry as FileSystemFileEntry), path });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // A reader returns its entries in batches and ends with an empty one.
  for (let piece = await nextEntries(reader); piece.length > 0; piece = await nextEntries(reader)) {
    for (const child of piece) await addEntry(child, `${path}/`, found);
  }
}

/**
 * Returns the dropped files, including those in dropped folders, each with its path.
 * @throws DOMException if any of it cannot be read
 */
export async function droppedFiles(items: DataTransferItemList): Promise<readonly ChosenFile[]> {
  // The list is only valid during the event, so everything is read from it first.
  const taken = [...items]
    .filter((item) => item.kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found: ChosenFile[] = [];
  for (const { entry, file } of taken) {
    if (entry) await addEntry(entry, '', found);
    else if (file) found.push({ file, path: file.name });
  }
  return found;
}

/** Returns the files of an input; those of a selected folder with their relative path. */
export function pickedFiles(files: Iterable<File>): readonly ChosenFile[] {
  return [...files].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
}
