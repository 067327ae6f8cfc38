import { isComplete } from './completeness.ts';
import type { DriveSet } from './drive-set.ts';
import { readMark, type SessionMark } from './session-mark.ts';

/** What the marks of the drives tell together. */
export interface Standing {
  /** Marks by slot, of the drives that work. */
  readonly marks: ReadonlyMap<number, SessionMark>;
  /** The newest of them. */
  readonly newest: SessionMark | undefined;
  /** Whether what was written last must be on a drive that works. */
  readonly certain: boolean;
}

/**
 * Reads the marks of the drives that work. A drive that was part of the newest session and does
 * not bear its mark was put back to an earlier day, and counts as one without its content.
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
