import { randomUUID } from 'node:crypto';
import type { S3Error } from '@stowage/storage-wire/s3-error';
import type { DriveSet } from '../drives/drive-set.ts';
import { parseMark, type SessionMark, writeMark } from '../drives/session-mark.ts';
import type { Standing } from '../drives/standing.ts';
import type { IndexDb } from '../index/index-db.ts';
import type { Inventory } from '../recovery/inventory.ts';

const STATE = 'session';

/** Returns the last session that used the index. */
export function markOf(index: IndexDb): SessionMark | undefined {
  const text = index.state(STATE);
  return text === undefined ? undefined : parseMark(text);
}

/**
 * Returns the slots of working drives that were not present the whole time since the index was last
 * used: drives that were replaced or whose files were restored to an earlier state, recognised by
 * the mark of their last session. Also includes drives that lack a segment or part of one, for
 * whatever reason.
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
 * Gives the index and the working drives a new mark; must be called at the start and end of a
 * session. The index is written first, so that only a restored one can be older than a drive. If
 * it cannot be written, the drives keep the former mark as well; returns the reason.
 */
export async function markSession(drives: DriveSet, index: IndexDb): Promise<S3Error | undefined> {
  const members = drives.working.map(({ slot }) => slot);
  const mark = { id: randomUUID(), epoch: drives.epoch + 1, members };
  const refusal = index.noteState(STATE, JSON.stringify(mark));
  if (refusal) {
    return refusal;
  }
  // If this fails, a power loss causes an unnecessary index rebuild at worst.
  await index.sync().catch(() => undefined);
  const write = ({ slot, path }: { slot: number; path: string }): Promise<void> =>
    writeMark(path, mark).catch((error: unknown) => drives.failed(slot, error));
  await Promise.all(drives.working.map(write));
  drives.epoch = mark.epoch;
  return undefined;
}
