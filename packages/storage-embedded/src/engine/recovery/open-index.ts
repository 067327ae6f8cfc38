import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { segmentPath, sizeOf } from '../drives/drive.ts';
import type { Log } from '../drives/drive-set.ts';
import { IndexDb } from '../index/index-db.ts';
import { sealIsBroken } from './index-seal.ts';
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
  const usable = existsSync(damaged) ? 'it is damaged' : await openUsable(path, source, onDamage);
  if (usable instanceof IndexDb) {
    return { index: usable, rebuilt: false };
  }
  log('warn', 'The index is made again from the drives.', { reason: usable });
  // First, since the disk may have no room for two.
  await removeIndex(path);
  await rebuildIndex(source, path);
  await rm(damaged, { force: true });
  return { index: new IndexDb(path, onDamage), rebuilt: true };
}

/** The index at `path`, a new one when nothing was stored yet, or why it cannot be used. */
async function openUsable(
  path: string,
  source: LogSource,
  onDamage: () => void,
): Promise<IndexDb | string> {
  const isNew = !existsSync(path);
  if (isNew && source.inventory.size > 0) {
    return 'it is missing';
  }
  if (!isNew && (await sealIsBroken(path))) {
    return 'it was changed while the store was closed';
  }
  let index: IndexDb | undefined;
  try {
    index = new IndexDb(path, onDamage);
    if (isNew) {
      index.noteState('set', source.drives.id);
    }
    const reason = index.findDamage() ?? (await whyNot(index, source));
    if (reason === undefined) {
      return index;
    }
    index.close();
    return reason;
  } catch (error) {
    index?.close();
    return `it cannot be opened: ${String(error)}`;
  }
}

/** Why an index is not that of the drives' log. */
async function whyNot(index: IndexDb, source: LogSource): Promise<string | undefined> {
  if (index.state('set') !== source.drives.id) {
    return 'it was made from other drives';
  }
  const { segment, offset } = index.position() ?? { segment: 0, offset: 0 };
  const slots = index.accounting.segments.get(segment)?.slots ?? [];
  for (const slot of slots) {
    const drive = source.drives.online(slot);
    if (!drive || (await sizeOf(segmentPath(drive, segment))) >= offset) {
      return undefined;
    }
  }
  return slots.length === 0 ? undefined : 'the drives are of an earlier day';
}
