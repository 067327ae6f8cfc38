import { type Drive, isDrained, isVacant } from './drive.ts';
import type { DriveSet } from './drive-set.ts';

/** Returns the drives that are unavailable and may hold the only copy of something. */
export function drivesAway(drives: DriveSet): readonly Drive[] {
  return drives.all.filter((drive) => drive.state !== 'ok' && !isVacant(drive));
}

/**
 * Whether, as far as can be known, the working drives have at least one copy of everything: no
 * drive is away, or so few slots lack their content (`lacking` tells which of the working ones may)
 * that the other copy of each item is elsewhere. Every job that destroys or forgets anything must
 * pass this check first.
 */
export function isComplete(drives: DriveSet, lacking: readonly number[]): boolean {
  if (drivesAway(drives).length === 0) {
    return true;
  }
  const without = new Set(lacking);
  for (const drive of drives.all) {
    if (drive.state !== 'ok' && !isDrained(drive)) {
      without.add(drive.slot);
    }
  }
  return without.size < drives.copies;
}
