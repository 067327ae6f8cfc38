import { isComplete } from './drives/completeness.ts';
import { type Drive, isVacant } from './drives/drive.ts';
import type { DriveSet } from './drives/drive-set.ts';
import type { SegmentInfo } from './index/accounting.ts';
import type { DriveHealth, StoreHealth, UnrepairedCopy } from './store-health.ts';
import type { Damage, FailedRepair } from './upkeep/damage.ts';
import type { UpkeepParts } from './upkeep/upkeep.ts';

/** How far the store has all that it should have. */
export function healthOf(
  drives: DriveSet,
  segments: ReadonlyMap<number, SegmentInfo>,
  { heal, repairs, scrub }: Pick<UpkeepParts, 'heal' | 'repairs' | 'scrub'>,
): StoreHealth {
  const refusal = drives.refusal();
  const filling = heal.lacking;
  return {
    drives: drives.all.map((drive) => driveHealth(drive, filling)),
    refused: drives.refused,
    ...(refusal ? { writesRefused: refusal.message } : {}),
    complete: isComplete(drives, filling),
    unreadableSegments: [...segments.values()]
      .filter(({ slots }) => !slots.some((slot) => drives.readable(slot)))
      .map(({ id }) => id),
    redundancy: {
      unrepaired: repairs.failed.map(unrepaired),
      repaired: repairs.repaired,
      scrub: scrub.state,
    },
  };
}

function unrepaired({ damage, problem, error, since }: FailedRepair): UnrepairedCopy {
  return { what: subjectOf(damage), slot: damage.slot, problem, error, since };
}

function subjectOf(damage: Damage): string {
  if (damage.kind === 'blob') {
    const { bucket, key, upload, part } = damage.content.owner;
    return `content ${bucket}/${key}${upload === undefined ? '' : ` part ${part}`}`;
  }
  return `segment ${damage.kind === 'segment' ? damage.id : damage.place.segment}`;
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
