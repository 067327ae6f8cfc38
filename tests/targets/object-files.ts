import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Returns the files in which a drive of any target stores the content of an object above 128 KiB.
 *
 * @param text bytes that only this object contains
 */
export async function objectFiles(
  drive: string,
  { bucket, key, text }: { readonly bucket: string; readonly key: string; readonly text: string },
): Promise<readonly string[]> {
  const entries = await readdir(drive, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  // MinIO stores an object in a folder with its name, split into shards.
  const own = files.filter((file) => file.startsWith(path.join(drive, bucket, key) + path.sep));
  if (own.length > 0) return own;
  const blobs = files.filter((file) => file.startsWith(path.join(drive, 'blobs') + path.sep));
  const found: string[] = [];
  for (const file of blobs) {
    if ((await readFile(file)).includes(text)) found.push(file);
  }
  return found;
}
