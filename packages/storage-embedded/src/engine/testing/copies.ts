import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBelow, type StoreFixture } from './store-fixture.ts';

/**
 * Returns the paths of all content files or segments on the present drives, with the copies of each
 * one adjacent.
 */
export async function copiesOf(
  { drives }: StoreFixture,
  kind: 'blobs' | 'log',
): Promise<readonly string[]> {
  const found: { name: string; path: string }[] = [];
  for (const drive of drives) {
    for (const name of existsSync(drive) ? await filesBelow(join(drive, kind)) : []) {
      found.push({ name, path: join(drive, kind, name) });
    }
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ path }) => path);
}

/** Returns the slot of the drive that holds a file. */
export function slotOf({ drives }: StoreFixture, path: string): number {
  return drives.findIndex((drive) => path.startsWith(`${drive}/`));
}

/** Changes one byte of a file. */
export async function flip(path: string, at: number): Promise<void> {
  const bytes = await readFile(path);
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  await writeFile(path, bytes);
}
