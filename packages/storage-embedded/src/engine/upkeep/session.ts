import { randomUUID } from 'node:crypto';
import type { DriveSet } from '../drives/drive-set.ts';
import { parseMark, type SessionMark, writeMark } from '../drives/session-mark.ts';
import type { Standing } from '../drives/standing.ts';
import type { IndexDb } from '../index/index-db.ts';
import type { Inventory } from '../recovery/inventory.ts';

const STATE = 'session';

/** The session that the index was used in last. */
export function markOf(index: IndexDb): SessionMark | undefined {
  const text = index.state(STATE);
  return text === undefined ? undefined : parseMark(text);
}

/**
 * The slots of working drives that were not there all the time since the index was
 * last used: replaced ones, or those whose files are of an earlier day. Each drive
 * bears the mark of the last session that it was part of. Also those that lack a
 * segment or part of one, in whatever way they lost it.
 */
export function slotsBehind(
  drives: DriveSet,
  index: IndexDb,
  seen: { inventory: Inventory; standing: Standing },
): readonly number[] {
  const known = markOf(index)?.id;
  const behind = new Set<number>();
  for (const { slot } of drives.working) {
    if (seen.standing.marks.get(slot)?.id !== known) {
      behind.add(slot);
    }
  }
  for (const { id, slots, length } of index.accounting.segments.values()) {
    const sizes = seen.inventory.get(id);
    for (const slot of slots) {
      if (drives.online(slot) && (sizes?.get(slot) ?? -1) < length) {
        behind.add(slot);
      }
    }
  }
  return [...behind];
}

/**
 * Gives the index and the working drives a new mark; to be done at the beginning and the end
 * of a session. The index comes first, so that only one that was put back is older than a drive.
 */
export async function markSession(drives: DriveSet, index: IndexDb): Promise<void> {
  const members = drives.working.map(({ slot }) => slot);
  const mark = { id: randomUUID(), epoch: drives.epoch + 1, members };
  index.noteState(STATE, JSON.stringify(mark));
  if (markOf(index)?.id !== mark.id) {
    // On a full disk: the drives keep the former mark too.
    return;
  }
  // Where it fails, power loss has the index made again once too often, no more.
  await index.sync().catch(() => undefined);
  const write = ({ slot, path }: { slot: number; path: string }): Promise<void> =>
    writeMark(path, mark).catch((error: unknown) => drives.failed(slot, error));
  await Promise.all(drives.working.map(write));
  drives.epoch = mark.epoch;
}
