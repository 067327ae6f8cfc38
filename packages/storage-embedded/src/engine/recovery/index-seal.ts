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

/**
 * Whether the file is another one than was sealed; the seal is gone then. An index
 * that was not closed well, or on a full disk, has none.
 */
export async function sealIsBroken(path: string): Promise<boolean> {
  const seal = join(path, '..', FILE);
  const sealed = await readFile(seal, 'utf8').catch(() => '');
  await rm(seal, { force: true });
  return sealed.endsWith('\n') && sealed !== (await describe(path));
}
