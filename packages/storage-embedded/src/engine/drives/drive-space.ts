import { type StatsFs, statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Drive } from './drive.ts';

const MIB = 1024 * 1024;
/** Kept free for deletes, which also need space in the log and the index. */
const RESERVE = 64 * MIB;
const RESERVE_SHARE = 0.02;
/**
 * Remeasured after this many bytes: other drives may share the disk, and other processes may write
 * to it.
 */
const MEASURE_EVERY = 8 * MIB;

/** Space reserved by the file system does not count as part of the drive. */
function note(drive: Drive, { blocks, bfree, bavail, bsize, files, ffree }: StatsFs): void {
  drive.used = (blocks - bfree) * bsize;
  drive.available = bavail * bsize;
  drive.total = drive.used + drive.available;
  drive.usedInodes = files - ffree;
  drive.freeInodes = ffree;
  drive.unmeasured = 0;
}

/** Measures the space on a drive. */
export async function measure(drive: Drive): Promise<void> {
  note(drive, await statfs(drive.path));
}

/** Whether the drive has space for more data. */
export function hasRoom(drive: Drive): boolean {
  return drive.available > Math.min(RESERVE, drive.total * RESERVE_SHARE);
}

/** Accounts for written bytes. */
export function spend(drive: Drive, bytes: number): void {
  drive.available -= bytes;
  drive.unmeasured += bytes;
  if (drive.unmeasured > MEASURE_EVERY) {
    try {
      note(drive, statfsSync(drive.path));
    } catch {
      // The write itself will report that the drive is gone.
      drive.unmeasured = 0;
    }
  }
}

/**
 * Accounts for content about to be written; throws ENOSPC, like a full drive, if there is no space.
 */
export function takeRoom(drive: Drive, bytes: number): void {
  if (!hasRoom(drive)) {
    throw Object.assign(new Error('What is left of the drive is kept for deletes.'), {
      code: 'ENOSPC',
    });
  }
  spend(drive, bytes);
}
