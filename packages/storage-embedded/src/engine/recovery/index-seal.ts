import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Describes the index file as of the last clean shutdown. If it differs at the next start, the file
 * was changed in between.
 */
const FILE = 'index.seal';

async function describe(path: string): Promise<string> {
  const { size, mtimeNs } = await stat(path, { bigint: true });
  return `${size} ${mtimeNs}\n`;
}

/** Must be called when the index is closed. */
export async function sealIndex(path: string): Promise<void> {
  try {
    await writeFile(join(path, '..', FILE), await describe(path));
  } catch {
    // The disk may be full.
  }
}

/** Must be called before the index is used. */
export async function removeSeal(path: string): Promise<void> {
  await rm(join(path, '..', FILE), { force: true });
}

/**
 * 'broken' if the file differs from the sealed one; 'none' if the index was not closed cleanly or
 * the disk was full.
 */
export async function sealOf(path: string): Promise<'whole' | 'broken' | 'none'> {
  const sealed = await readFile(join(path, '..', FILE), 'utf8').catch(() => '');
  if (!sealed.endsWith('\n')) {
    return 'none';
  }
  return sealed === (await describe(path)) ? 'whole' : 'broken';
}
