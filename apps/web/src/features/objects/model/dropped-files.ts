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
  // A reader gives its entries in pieces and ends with an empty one.
  for (let piece = await nextEntries(reader); piece.length > 0; piece = await nextEntries(reader)) {
    for (const child of piece) await addEntry(child, `${path}/`, found);
  }
}

/**
 * The files of a drop, those inside dropped folders too, each with its path.
 * @throws DOMException when something of it cannot be read
 */
export async function droppedFiles(items: DataTransferItemList): Promise<readonly ChosenFile[]> {
  // The list is only there while the event is handled, so everything is taken from it first.
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

/** The files of an input; those of a chosen folder with their path below it. */
export function pickedFiles(files: Iterable<File>): readonly ChosenFile[] {
  return [...files].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
}
