import type { NewUploadGroup } from './transfer-reducer.ts';
import type { UploadFile, UploadKind } from './upload-group.ts';

/** A chosen or dropped file; `path` is its path within the selection, 'photos/a.jpg'. */
export interface ChosenFile {
  readonly file: File;
  readonly path: string;
}

export interface UploadTarget {
  readonly bucket: string;
  /** The destination folder: '' or ending in '/'. */
  readonly folder: string;
}

/** Maximum number of loose files shown on separate lines. */
const singleLines = 5;

function topFolder(path: string): string | undefined {
  const end = path.indexOf('/');
  return end === -1 ? undefined : path.slice(0, end);
}

/**
 * Groups a selection: each folder with everything below it is one group; loose files are one each,
 * or one together if there are many.
 */
export function uploadGroups(
  chosen: readonly ChosenFile[],
  target: UploadTarget,
  newId: () => string,
): readonly NewUploadGroup[] {
  const batch = newId();
  const loose: UploadFile[] = [];
  const folders = new Map<string, UploadFile[]>();
  for (const { file, path } of chosen) {
    const upload = { id: newId(), key: target.folder + path, file };
    const folder = topFolder(path);
    const line = folder === undefined ? loose : (folders.get(folder) ?? []);
    line.push(upload);
    if (folder !== undefined) folders.set(folder, line);
  }
  const group = (kind: UploadKind, name: string, files: readonly UploadFile[]) => ({
    ...target,
    id: newId(),
    batch,
    kind,
    name,
    files,
  });
  const ofFiles =
    loose.length > singleLines
      ? [group('files', '', loose)]
      : loose.map((upload) => group('file', upload.file.name, [upload]));
  return [...[...folders].map(([name, files]) => group('folder', name, files)), ...ofFiles];
}
