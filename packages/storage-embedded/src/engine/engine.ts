import type { Observable } from './changes/change-hooks.ts';
import type { EngineOptions } from './engine-options.ts';
import { openStore } from './open-store.ts';
import type { Engine } from './types.ts';

/**
 * Opens the store on its drives, or makes it when the drives are empty. Writes
 * that were acknowledged before a crash are there; what was under way is not seen.
 * An index that is missing or damaged is made again from the drives. Throws an
 * Error when the directories are in use by another store or cannot be used.
 */
export function openEngine(options: EngineOptions): Promise<Engine & Observable> {
  return openStore(options);
}
