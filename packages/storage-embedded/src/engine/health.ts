import { isComplete, isVacant } from './drives/completeness.ts';
import type { Drive } from './drives/drive.ts';
import type { DriveSet } from './drives/drive-set.ts';
import type { SegmentInfo } from './index/accounting.ts';
import type { DriveHealth, StoreHealth } from './store-health.ts';

/** How far the store has all that it should have; `filling` are the slots that heal is not through with. */
export function healthOf(
  drives: DriveSet,
  segments: ReadonlyMap<number, SegmentInfo>,
  filling: readonly number[],
): StoreHealth {
  const refusal = drives.refusal();
  return {
    drives: drives.all.map((drive) => driveHealth(drive, filling)),
    refused: drives.refused,
    ...(refusal ? { writesRefused: refusal.message } : {}),
    complete: isComplete(drives, filling),
    unreadableSegments: [...segments.values()]
      .filter(({ slots }) => !slots.some((slot) => drives.readable(slot)))
      .map(({ id }) => id),
  };
}

function driveHealth(drive: Drive, filling: readonly number[]): DriveHealth {
  const { slot, path, uuid, reason } = drive;
  if (isVacant(drive)) {
    return { slot, path, uuid, state: 'vacant', reason: 'it was given up' };
  }
  if (drive.state !== 'ok') {
    return { slot, path, uuid, state: 'away', reason };
  }
  return filling.includes(slot)
    ? { slot, path, uuid, state: 'filling', reason: 'it may still lack copies' }
    : { slot, path, uuid, state: 'ok' };
}
