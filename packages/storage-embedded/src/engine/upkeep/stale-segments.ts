import { readdir } from 'node:fs/promises';
import { logDirectory, segmentIdOf } from '../drives/drive.ts';
import type { DriveSet } from '../drives/drive-set.ts';
import type { SegmentInfo } from '../index/accounting.ts';
import type { SegmentFiles } from '../log/segment-files.ts';

/**
 * Removes segments from a drive that were dropped while it was away or whose removal was
 * interrupted. Those from `below` on may still be in creation.
 */
export async function removeStaleSegments(
  at: { drives: DriveSet; slot: number },
  known: { segments: ReadonlyMap<number, SegmentInfo>; below: number },
  files: SegmentFiles,
): Promise<void> {
  const drive = at.drives.online(at.slot);
  for (const name of drive ? await readdir(logDirectory(drive.path)) : []) {
    const id = segmentIdOf(name);
    if (id !== undefined && id < known.below && !known.segments.has(id)) {
      await files.remove(id, [at.slot]);
    }
  }
}
