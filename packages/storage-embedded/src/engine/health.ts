import { isComplete } from './drives/completeness.ts';
import { type Drive, isVacant } from './drives/drive.ts';
import type { DriveSet } from './drives/drive-set.ts';
import type { IndexDb } from './index/index-db.ts';
import type { DriveHealth, StoreHealth, UnrepairedCopy } from './store-health.ts';
import type { Damage, FailedRepair } from './upkeep/damage.ts';
import type { UpkeepParts } from './upkeep/upkeep.ts';

/** How far the store has all that it should have. */
export function healthOf(
  drives: DriveSet,
  index: IndexDb,
  { heal, repairs, scrub }: Pick<UpkeepParts, 'heal' | 'repairs' | 'scrub'>,
): StoreHealth {
  const refusal = drives.refusal();
  const filling = heal.lacking;
  return {
    drives: drives.all.map((drive) => driveHealth(drive, filling)),
    refused: drives.refused,
    ...(refusal ? { writesRefused: refusal.message } : {}),
    complete: isComplete(drives, filling),
    unreadableSegments: [...index.accounting.segments.values()]
      .filter(({ slots }) => !slots.some((slot) => drives.readable(slot)))
      .map(({ id }) => id),
    redundancy: {
      unrepaired: repairs.failed.map((failed) => unrepaired(index, failed)),
      away: heal.copiesAway,
      repaired: repairs.repaired,
      scrub: scrub.state,
    },
  };
}

function unrepaired(
  index: IndexDb,
  { damage, problem, error, since }: FailedRepair,
): UnrepairedCopy {
  return { what: subjectOf(index, damage), slot: damage.slot, problem, error, since };
}

function subjectOf(index: IndexDb, damage: Damage): string {
  if (damage.kind === 'blob') {
    const { bucket, key, upload, part } = damage.content.owner;
    const name = `${index.buckets.get(bucket)?.name ?? bucket}/${key}`;
    return upload === undefined ? name : `part ${part} of an upload of ${name}`;
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
