import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Store } from '../../packages/storage-embedded/src/engine/store.ts';
import { knownFiles } from '../../packages/storage-embedded/src/engine/testing/consistency.ts';

/** Lists the content files on the drives, as slot/name. */
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

export interface FilesFound {
  /** Expected number of content files. */
  readonly known: number;
  readonly missing: readonly string[];
  /** Orphaned files. */
  readonly ownerless: readonly string[];
}

/** Compares the content files on the drives with the index after upkeep has finished. */
export async function compareFiles(store: Store, drives: readonly string[]): Promise<FilesFound> {
  const { garbage, orphans, repairs, heal } = store.upkeep.parts;
  for (const { loop } of [heal, repairs, orphans, garbage]) {
    await loop.idle();
  }
  const known = new Set(knownFiles(store));
  const there = new Set(await contentFiles(drives));
  return {
    known: known.size,
    missing: [...known].filter((file) => !there.has(file)),
    ownerless: [...there].filter((file) => !known.has(file)),
  };
}
