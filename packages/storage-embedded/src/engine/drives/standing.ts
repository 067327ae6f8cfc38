import { isComplete } from './completeness.ts';
import type { DriveSet } from './drive-set.ts';
import { readMark, type SessionMark } from './session-mark.ts';

/** What the drives' marks say together. */
export interface Standing {
  /** Marks of the working drives, by slot. */
  readonly marks: ReadonlyMap<number, SessionMark>;
  /** The newest mark. */
  readonly newest: SessionMark | undefined;
  /** Whether the most recent writes must be on a working drive. */
  readonly certain: boolean;
}

/**
 * Reads the marks of the working drives. A drive that was part of the newest session but does not
 * have its mark was restored to an earlier state, and counts as having lost its content.
 */
export async function readStanding(drives: DriveSet): Promise<Standing> {
  const marks = new Map<number, SessionMark>();
  for (const { slot, path } of drives.working) {
    try {
      const mark = await readMark(path);
      if (mark) {
        marks.set(slot, mark);
      }
    } catch (error) {
      drives.failed(slot, error);
    }
  }
  const newest = [...marks.values()].reduce<SessionMark | undefined>(
    (a, b) => (a && a.epoch >= b.epoch ? a : b),
    undefined,
  );
  const older = drives.working.filter(({ slot }) => {
    const mark = marks.get(slot);
    const current = mark !== undefined && mark.epoch === newest?.epoch;
    return newest !== undefined && !current && (newest.members?.includes(slot) ?? true);
  });
  const lacking = older.map(({ slot }) => slot);
  return { marks, newest, certain: isComplete(drives, lacking) };
}
