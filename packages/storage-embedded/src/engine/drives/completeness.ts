import { type Drive, isDrained, isVacant } from './drive.ts';
import type { DriveSet } from './drive-set.ts';

/** The drives that may hold what nobody else has, and cannot be used now. */
export function drivesAway(drives: DriveSet): readonly Drive[] {
  return drives.all.filter((drive) => drive.state !== 'ok' && !isVacant(drive));
}

/**
 * Whether at least one copy of everything is on the drives that work, as far as one can know:
 * none is away, or so few slots lack their content (`lacking` says which of the working ones
 * may) that the other copy of each thing is elsewhere. The gate before every job that destroys
 * or forgets anything.
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
