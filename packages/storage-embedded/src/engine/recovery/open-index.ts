import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Log } from '../drives/drive-set.ts';
import { IndexDb } from '../index/index-db.ts';
import { rebuildIndex, removeIndex } from './rebuild.ts';
import type { LogSource } from './replay.ts';

const FILE = 'index.sqlite';
const DAMAGED = 'index.damaged';

/** The set of drives that the index in `dataDir` was made from, if there is a readable one. */
export function knownSet(dataDir: string): string | undefined {
  const path = join(dataDir, FILE);
  if (!existsSync(path)) {
    return undefined;
  }
  try {
    const db = new DatabaseSync(path, { readOnly: true });
    try {
      const row = db.prepare("SELECT value FROM state WHERE name = 'set'").get();
      return row ? String(row.value) : undefined;
    } finally {
      db.close();
    }
  } catch {
    // Not readable: it is made again from the drives, and says nothing about them.
    return undefined;
  }
}

export interface OpenedIndex {
  readonly index: IndexDb;
  readonly rebuilt: boolean;
}

/** Opens the index of the drives' log; one that is missing, damaged or of other drives is made again. */
export async function openIndex(
  dataDir: string,
  source: LogSource,
  log: Log,
): Promise<OpenedIndex> {
  const path = join(dataDir, FILE);
  const damaged = join(dataDir, DAMAGED);
  const onDamage = (): void => {
    log('error', 'The index is damaged and will be made again at the next start.');
    writeFile(damaged, '').catch((error) => {
      log('error', 'The damage could not be noted.', { error: String(error) });
    });
  };
  const reason = existsSync(damaged) ? 'it is damaged' : whyNot(path, source);
  if (reason !== undefined) {
    log('warn', 'The index is made again from the drives.', { reason });
    if (existsSync(path)) {
      await rename(path, `${path}.old`);
    }
    await removeIndex(path);
    await rebuildIndex(source, path);
    await rm(damaged, { force: true });
  }
  const index = new IndexDb(path, onDamage);
  if (index.state('set') === undefined) {
    index.transaction(() => index.setState('set', source.drives.id));
  }
  return { index, rebuilt: reason !== undefined };
}

/** Why the index at `path` cannot be used, or undefined when it can. */
function whyNot(path: string, source: LogSource): string | undefined {
  const isUsed = source.inventory.size > 0;
  if (!existsSync(path)) {
    return isUsed ? 'it is missing' : undefined;
  }
  try {
    const index = new IndexDb(path);
    const set = index.state('set');
    index.close();
    return set === source.drives.id ? undefined : 'it was made from other drives';
  } catch (error) {
    return `it cannot be opened: ${String(error)}`;
  }
}
