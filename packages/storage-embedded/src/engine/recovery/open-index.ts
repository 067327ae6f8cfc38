import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { segmentPath, sizeOf } from '../drives/drive.ts';
import type { SessionMark } from '../drives/session-mark.ts';
import type { Standing } from '../drives/standing.ts';
import { IndexDb } from '../index/index-db.ts';
import { markOf } from '../upkeep/session.ts';
import { sealOf } from './index-seal.ts';
import type { LogSource } from './log-source.ts';
import { NotComplete } from './not-complete.ts';
import { rebuildIndex } from './rebuild.ts';

const FILE = 'index.sqlite';
const DAMAGED = 'index.damaged';

/**
 * Returns the id of the drive set that the index in `dataDir` was built from, if it is readable.
 */
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
    // Unreadable: it will be rebuilt from the drives and says nothing about them.
    return undefined;
  }
}

export interface OpenedIndex {
  readonly index: IndexDb;
  readonly rebuilt: boolean;
  /** Whether it was closed cleanly and thus has everything that was ever acknowledged. */
  readonly closedWell: boolean;
}

/**
 * Opens the index of the drives' log; rebuilds one that is missing, damaged, older than the drives
 * or built from other drives.
 *
 * @throws NotComplete if drives that may have what the index lacks are away
 */
export async function openIndex(
  dataDir: string,
  source: LogSource,
  standing: Standing,
): Promise<OpenedIndex> {
  const path = join(dataDir, FILE);
  const closedWell = existsSync(path) && (await sealOf(path)) === 'whole';
  const usable = existsSync(join(dataDir, DAMAGED))
    ? 'it is damaged'
    : await openUsable(path, { source, standing, onDamage: () => noteDamage(dataDir, source) });
  if (!(usable instanceof IndexDb)) {
    return {
      index: await remakeIndex(dataDir, source, { standing, reason: usable }),
      rebuilt: true,
      closedWell: false,
    };
  }
  if (!standing.certain && !closedWell) {
    usable.close();
    throw new NotComplete('what was written last may be on drives that are away', source.drives);
  }
  return { index: usable, rebuilt: false, closedWell };
}

/** Rebuilds the index from the drives. */
export async function remakeIndex(
  dataDir: string,
  source: LogSource,
  { standing, reason }: { standing: Standing; reason: string },
): Promise<IndexDb> {
  if (!standing.certain) {
    const problem = `the index has to be made again from the drives (${reason})`;
    throw new NotComplete(problem, source.drives);
  }
  source.log('warn', 'The index is made again from the drives.', { reason });
  const path = join(dataDir, FILE);
  await rebuildIndex(source, path);
  await rm(join(dataDir, DAMAGED), { force: true });
  return new IndexDb(path, () => noteDamage(dataDir, source));
}

function noteDamage(dataDir: string, { log }: LogSource): void {
  log('error', 'The index is damaged and will be made again at the next start.');
  writeFile(join(dataDir, DAMAGED), '').catch((error) => {
    log('error', 'The damage could not be noted.', { error: String(error) });
  });
}

interface Seen {
  readonly source: LogSource;
  readonly standing: Standing;
  readonly onDamage: () => void;
}

/**
 * Opens the index at `path`, creating it if nothing was ever stored, or returns why it cannot be
 * used.
 */
async function openUsable(path: string, seen: Seen): Promise<IndexDb | string> {
  const { source, standing, onDamage } = seen;
  const isNew = !existsSync(path);
  if (isNew && (source.inventory.size > 0 || !standing.certain)) {
    return 'it is missing';
  }
  if (!isNew && (await sealOf(path)) === 'broken') {
    return 'it was changed while the store was closed';
  }
  let index: IndexDb | undefined;
  try {
    index = new IndexDb(path, onDamage);
    if (isNew) {
      index.noteState('set', source.drives.id);
    }
    const reason = index.findDamage() ?? (await whyNot(index, seen));
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

/** Returns why an index does not match the drives' log. */
async function whyNot(index: IndexDb, { source, standing }: Seen): Promise<string | undefined> {
  if (index.state('set') !== source.drives.id) {
    return 'it was made from other drives';
  }
  if (isOlder(markOf(index), standing)) {
    return 'it is of an earlier day than the drives';
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

/** Whether the drives took part in a session that the index did not. */
function isOlder(mine: SessionMark | undefined, { marks, newest }: Standing): boolean {
  if (!newest || mine?.id === newest.id) {
    return false;
  }
  if (newest.epoch !== (mine?.epoch ?? 0)) {
    return newest.epoch > (mine?.epoch ?? 0);
  }
  return ![...marks.values()].some(({ id }) => id === mine?.id);
}
