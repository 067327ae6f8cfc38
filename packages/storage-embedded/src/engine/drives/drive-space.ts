import { type StatsFs, statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Drive } from './drive.ts';

const MIB = 1024 * 1024;
/** Kept free for deletes, which need room in the log and the index too. */
const RESERVE = 64 * MIB;
const RESERVE_SHARE = 0.02;
/** Measured again after so many bytes: other drives may be on the same disk, and others may write to it. */
const MEASURE_EVERY = 8 * MIB;

/** What the file system keeps for the system itself is no part of a drive. */
function note(drive: Drive, { blocks, bfree, bavail, bsize, files, ffree }: StatsFs): void {
  drive.used = (blocks - bfree) * bsize;
  drive.available = bavail * bsize;
  drive.total = drive.used + drive.available;
  drive.usedInodes = files - ffree;
  drive.freeInodes = ffree;
  drive.unmeasured = 0;
}

/** Reads how much room a drive has. */
export async function measure(drive: Drive): Promise<void> {
  note(drive, await statfs(drive.path));
}

/** Whether more may be stored on the drive. */
export function hasRoom(drive: Drive): boolean {
  return drive.available > Math.min(RESERVE, drive.total * RESERVE_SHARE);
}

/** Notes that bytes are written. */
export function spend(drive: Drive, bytes: number): void {
  drive.available -= bytes;
  drive.unmeasured += bytes;
  if (drive.unmeasured > MEASURE_EVERY) {
    try {
      note(drive, statfsSync(drive.path));
    } catch {
      // The write itself tells that the drive is gone.
      drive.unmeasured = 0;
    }
  }
}

/** To be called before content is written; fails as a full drive does when it has no room. */
export function takeRoom(drive: Drive, bytes: number): void {
  if (!hasRoom(drive)) {
    throw Object.assign(new Error('What is left of the drive is kept for deletes.'), {
      code: 'ENOSPC',
    });
  }
  spend(drive, bytes);
}
