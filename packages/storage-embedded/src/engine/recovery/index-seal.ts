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
    // A disk without room for it: the index is looked through at the next start.
  }
}

/** Whether the file is as it was sealed; the seal is gone then. */
export async function breakSeal(path: string): Promise<'whole' | 'changed' | 'none'> {
  const seal = join(path, '..', FILE);
  let sealed: string;
  try {
    sealed = await readFile(seal, 'utf8');
  } catch {
    // Not closed well, or not readable: the index is looked through.
    return 'none';
  }
  await rm(seal);
  if (!sealed.endsWith('\n')) {
    return 'none';
  }
  return sealed === (await describe(path)) ? 'whole' : 'changed';
}
