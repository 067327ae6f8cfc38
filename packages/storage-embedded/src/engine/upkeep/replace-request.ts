import { randomUUID } from 'node:crypto';
import { DriveChangeError } from '../drives/change-drives.ts';
import { drivesAway } from '../drives/completeness.ts';
import type { DirectoryLocks } from '../drives/directory-lock.ts';
import { type Drive, isVacant } from '../drives/drive.ts';
import { inspectDrive, makeDirectory } from '../drives/drive-format.ts';
import type { DriveSet } from '../drives/drive-set.ts';
import { writeMembership } from '../drives/membership.ts';

interface ReplaceParts {
  readonly drives: DriveSet;
  readonly locks: DirectoryLocks;
  readonly fill: (slot: number) => void;
}

/**
 * Replaces a drive that is away with the empty or missing directory at its path while the store
 * runs. Anything that only the former drive had is lost.
 *
 * @throws DriveChangeError with the reason if it cannot be replaced
 */
export async function requestReplacement(
  { drives, locks, fill }: ReplaceParts,
  path: string,
): Promise<void> {
  const drive = drives.all.find((one) => one.path === path && !isVacant(one));
  if (!drive || path === '') {
    throw new DriveChangeError(`'${path}' is no drive of this store.`);
  }
  if (drive.state === 'ok') {
    throw new DriveChangeError(`${path} is in use. Only a drive that is away can be replaced.`);
  }
  const others = drivesAway(drives).filter((one) => one !== drive);
  if (others.length > 0) {
    const names = others.map((one) => one.path || `drive ${one.slot + 1}`).join(', ');
    throw new DriveChangeError(
      `Other drives are away as well: ${names}. Bring them back first, since they may hold what ${path} had.`,
    );
  }
  await checkEmpty(path);
  await admit({ drives, locks, fill }, drive);
}

async function checkEmpty(path: string): Promise<void> {
  const found = await inspectDrive(path);
  if (found.kind === 'formatted') {
    throw new DriveChangeError(`${path} has the data of a drive. Only an empty one is taken.`);
  }
  if (found.kind === 'unusable') {
    throw new DriveChangeError(`${path} cannot be used: ${found.reason}.`);
  }
  if (found.kind === 'missing') {
    await makeDirectory(path).catch((error: unknown) => {
      throw new DriveChangeError(`${path} cannot be made: ${String(error)}.`);
    });
  }
}

async function admit({ drives, locks, fill }: ReplaceParts, drive: Drive): Promise<void> {
  const { slot, path } = drive;
  const uuid = randomUUID();
  const { id: set, generation } = drives;
  const slots = drives.all.map((one) => ({ ...one, online: one.state === 'ok' }));
  const drain = drives.all.filter(({ draining }) => draining).map((one) => one.slot);
  fill(slot);
  // The existing lock is on a file of the former drive.
  locks.remove(path);
  await writeMembership({ set, generation, slots, drain }, { slot, uuid, draining: false, path });
  drives.generation++;
  drive.uuid = uuid;
  drive.draining = false;
}
