import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Store } from '../../packages/storage-embedded/src/engine/store.ts';
import { knownFiles } from '../../packages/storage-embedded/src/engine/testing/consistency.ts';

/** The content files that are on the drives, as slot/name. */
async function contentFiles(drives: readonly string[]): Promise<readonly string[]> {
  const there: string[] = [];
  for (const [slot, drive] of drives.entries()) {
    for (const folder of ['blobs', 'tmp']) {
      const path = join(drive, folder);
      const entries = await readdir(path, { recursive: true, withFileTypes: true });
      there.push(...entries.filter((e) => e.isFile()).map((e) => `${slot}/${e.name}`));
    }
  }
  return there.sort();
}

/** What is wrong with the content files once upkeep has ended, and how many there should be. */
export async function strayFiles(
  store: Store,
  drives: readonly string[],
): Promise<{ readonly known: number; readonly stray: readonly string[] }> {
  const { garbage, orphans, repairs, heal } = store.upkeep.parts;
  for (const { loop } of [heal, repairs, orphans, garbage]) {
    await loop.idle();
  }
  const known = new Set(knownFiles(store));
  const there = new Set(await contentFiles(drives));
  const missing = [...known].filter((file) => !there.has(file));
  const ownerless = [...there].filter((file) => !known.has(file));
  const stray = [
    ...missing.map((file) => `${file} is missing`),
    ...ownerless.map((file) => `${file} belongs to nothing`),
  ];
  return { known: known.size, stray };
}
