import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * What the index file was when the store was closed well. If it is another one at the
 * next start, somebody or something has changed it meanwhile.
 */
const FILE = 'index.seal';

async function describe(path: string): Promise<string> {
  const { size, mtimeNs } = await stat(path, { bigint: true });
  return `${size} ${mtimeNs}\n`;
}

/** To be called when the index is closed. */
export async function sealIndex(path: string): Promise<void> {
  try {
    await writeFile(join(path, '..', FILE), await describe(path));
  } catch {
    // A disk without room for it.
  }
}

/** To be called before the index is used. */
export async function removeSeal(path: string): Promise<void> {
  await rm(join(path, '..', FILE), { force: true });
}

/**
 * 'broken' when the file is another one than was sealed, 'none' of an index that was not closed
 * well, or on a full disk.
 */
export async function sealOf(path: string): Promise<'whole' | 'broken' | 'none'> {
  const sealed = await readFile(join(path, '..', FILE), 'utf8').catch(() => '');
  if (!sealed.endsWith('\n')) {
    return 'none';
  }
  return sealed === (await describe(path)) ? 'whole' : 'broken';
}
