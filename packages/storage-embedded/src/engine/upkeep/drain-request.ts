import { setTimeout as pause } from 'node:timers/promises';
import { formatBytes } from '@stowage/domain/units';
import type { DrainLine } from '../draining.ts';
import { DriveChangeError } from '../drives/change-drives.ts';
import { drivesAway } from '../drives/completeness.ts';
import { type Drive, isVacant } from '../drives/drive.ts';
import type { DriveSet } from '../drives/drive-set.ts';
import { hasRoom } from '../drives/drive-space.ts';
import type { Drain } from './drain.ts';

const TELL_EVERY_MS = 1000;

interface RequestParts {
  readonly drives: DriveSet;
  readonly drain: Drain;
  /** Slots of drives that may lack some of their copies. */
  readonly lacking: readonly number[];
}

/**
 * Starts draining a drive and returns its progress report. The work continues even if nobody reads
 * the report.
 *
 * @param path of the drive
 * @throws DriveChangeError with the reason if it cannot be drained
 */
export async function requestDrain(
  parts: RequestParts,
  path: string,
): Promise<AsyncGenerator<DrainLine>> {
  const { drives, drain } = parts;
  const drive = drives.all.find((one) => one.path === path && !isVacant(one));
  if (drive?.state !== 'ok') {
    const why = drive ? `: ${drive.reason}` : '';
    throw new DriveChangeError(
      `${path} is not in use${why}. Only a drive that works can be drained.`,
    );
  }
  if (!drive.draining) {
    checkOthers(parts, drive);
    await checkRoom(parts, drive);
  }
  await drain.begin(drive.slot);
  return report(parts, drive, path);
}

function checkOthers({ drives, lacking }: RequestParts, drive: Drive): void {
  const away = drivesAway(drives).map((one) => one.path || `drive ${one.slot + 1}`);
  if (away.length > 0) {
    throw new DriveChangeError(
      `Drives are away: ${away.join(', ')}. Bring them back, replace them or give them up first.`,
    );
  }
  const others = drives.taking.filter((one) => one !== drive).length;
  if (others < drives.copies) {
    const needed = drives.copies === 1 ? 'another drive' : 'two other drives';
    throw new DriveChangeError(
      `What is on ${drive.path} needs ${needed}. Add one at the end of STOWAGE_DRIVES first.`,
    );
  }
  const [slot] = lacking;
  if (slot !== undefined) {
    throw new DriveChangeError(
      `${drives.all[slot]?.path} may still lack copies. Wait until it is filled while the store runs: npm run storage -- status tells.`,
    );
  }
}

async function checkRoom({ drives, drain }: RequestParts, drive: Drive): Promise<void> {
  const { bytes } = await drain.measure(drive.slot);
  const others = drives.taking.filter((one) => one !== drive && hasRoom(one));
  const room = others.reduce((sum, { available }) => sum + available, 0);
  if (others.length < drives.copies || room < bytes) {
    throw new DriveChangeError(
      `The other drives have no room for the ${formatBytes(bytes)} on ${drive.path}. Make room or add a drive first.`,
    );
  }
}

async function* report(
  { drain }: RequestParts,
  drive: Drive,
  path: string,
): AsyncGenerator<DrainLine> {
  for (;;) {
    const isTime = pause(TELL_EVERY_MS, false, { ref: false });
    const isOver = await Promise.race([drain.loop.idle().then(() => true), isTime]);
    const state = drain.states.find(({ slot }) => slot === drive.slot);
    if (isOver) {
      const problem = state?.problem ?? 'The store is closing.';
      yield isVacant(drive)
        ? { kind: 'end', ok: true, path }
        : { kind: 'end', ok: false, path, problem };
      return;
    }
    if (state) {
      yield { kind: 'progress', copies: state.copies, bytes: state.bytes };
    }
  }
}
