import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Drive, isMissing, temporaryDirectory } from '../drives/drive.ts';
import { syncDirectory } from '../drives/drive-format.ts';
import type { DriveSet } from '../drives/drive-set.ts';
import type { IndexDb } from '../index/index-db.ts';
import type { Inventory } from '../recovery/inventory.ts';

const FILE = 'session';

async function readSession(path: string): Promise<string | undefined> {
  try {
    return await readFile(join(path, FILE), 'utf8');
  } catch (error) {
    if (isMissing(error)) {
      return undefined;
    }
    throw error;
  }
}

async function writeSession(path: string, id: string): Promise<void> {
  const temporary = join(temporaryDirectory(path), FILE);
  await writeFile(temporary, id, { flush: true });
  await rename(temporary, join(path, FILE));
  await syncDirectory(path);
}

/**
 * The slots of working drives that were not there all the time since the index was
 * last used: replaced ones, or those whose files are of an earlier day. Each drive
 * bears the mark of the last session that it was part of. Also those that lack a
 * segment, in whatever way they lost it.
 */
export async function slotsBehind(
  drives: DriveSet,
  index: IndexDb,
  inventory: Inventory,
): Promise<readonly number[]> {
  const known = index.state(FILE);
  const behind = new Set<number>();
  for (const { slot, path } of drives.working) {
    try {
      if ((await readSession(path)) !== known) {
        behind.add(slot);
      }
    } catch (error) {
      drives.failed(slot, error);
    }
  }
  for (const { id, slots } of index.accounting.segments.values()) {
    const found = inventory.get(id) ?? [];
    for (const slot of slots) {
      if (drives.online(slot) && !found.includes(slot)) {
        behind.add(slot);
      }
    }
  }
  return [...behind];
}

/** Gives the working drives and the index a new mark; to be done at the beginning and the end of a session. */
export async function markSession(drives: DriveSet, index: IndexDb): Promise<void> {
  const id = randomUUID();
  const write = ({ slot, path }: Drive): Promise<void> =>
    writeSession(path, id).catch((error: unknown) => drives.failed(slot, error));
  await Promise.all(drives.working.map(write));
  index.noteState(FILE, id);
  // Without it power loss has the drives looked through once too often, no more.
  await index.sync().catch(() => undefined);
}
