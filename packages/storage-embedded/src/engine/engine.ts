import type { Observable } from './changes/change-hooks.ts';
import type { EngineOptions } from './engine-options.ts';
import { openStore } from './open-store.ts';
import type { Engine } from './types.ts';

/**
 * Opens the store on its drives, or creates it if the drives are empty. Writes acknowledged before
 * a crash are present; unfinished ones are not visible. A missing or damaged index is rebuilt from
 * the drives.
 * @throws Error if another store is using the directories or they cannot be used
 */
export function openEngine(options: EngineOptions): Promise<Engine & Observable> {
  return openStore(options);
}
