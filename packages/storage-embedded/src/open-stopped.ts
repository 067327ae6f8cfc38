import { existsSync } from 'node:fs';
import { DirectoryInUse } from './engine/drives/directory-lock.ts';
import { openEngine } from './engine/engine.ts';
import type { Engine } from './engine/types.ts';
import type { StorageOptions } from './server.ts';

/**
 * Opens the data of a stopped store, without its background work.
 *
 * @returns undefined if a store is running on the data: ask that one instead
 * @throws Error if there is no data, or it cannot be opened
 */
export async function openStopped({
  dataDir,
  drives,
  log = () => undefined,
}: StorageOptions): Promise<Engine | undefined> {
  if (!existsSync(dataDir)) {
    throw new Error(`There is no store in ${dataDir}.`);
  }
  try {
    return await openEngine({ dataDir, drives, log, isIdle: true });
  } catch (error) {
    if (error instanceof DirectoryInUse) {
      return undefined;
    }
    throw error;
  }
}
