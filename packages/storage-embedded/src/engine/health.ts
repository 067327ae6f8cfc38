import { isComplete } from './drives/completeness.ts';
import { type Drive, isDrained, isVacant } from './drives/drive.ts';
import type { DriveSet } from './drives/drive-set.ts';
import type { IndexDb } from './index/index-db.ts';
import type { DriveHealth, StoreHealth, UnrepairedCopy } from './store-health.ts';
import { titleOf } from './upkeep/contents.ts';
import type { Damage, FailedRepair, RepairProblem } from './upkeep/damage.ts';
import type { UpkeepParts } from './upkeep/upkeep.ts';

/** Whether the store has everything that it should have. */
export function healthOf(
  drives: DriveSet,
  index: IndexDb,
  { drain, heal, repairs, scrub }: Pick<UpkeepParts, 'drain' | 'heal' | 'repairs' | 'scrub'>,
): StoreHealth {
  const refusal = drives.refusal();
  return {
    drives: drives.all.map((drive) => driveHealth(drive, { heal, repairs })),
    refused: drives.refused,
    ...(refusal ? { writesRefused: refusal.message } : {}),
    complete: isComplete(drives, heal.lacking),
    unreadableSegments: [...index.accounting.segments.values()]
      .filter(({ slots }) => !slots.some((slot) => drives.readable(slot)))
      .map(({ id }) => id),
    redundancy: {
      unrepaired: repairs.failed.map((failed) => unrepaired(drives, index, failed)),
      away: heal.copiesAway,
      repaired: repairs.repaired,
      scrub: scrub.state,
    },
    ...(heal.progress ? { filling: heal.progress } : {}),
    draining: drain.states,
  };
}

function unrepaired(
  drives: DriveSet,
  index: IndexDb,
  { damage, problem, error, since }: FailedRepair,
): UnrepairedCopy {
  const { slot } = damage;
  const next = nextStep(problem, drives.all[slot]);
  return { what: subjectOf(index, damage), slot, problem, error, next, since };
}

function subjectOf(index: IndexDb, damage: Damage): string {
  if (damage.kind === 'blob') {
    return titleOf(index, damage.content.owner);
  }
  return `segment ${damage.kind === 'segment' ? damage.id : damage.place.segment}`;
}

function driveHealth(drive: Drive, parts: Pick<UpkeepParts, 'heal' | 'repairs'>): DriveHealth {
  const { slot, path, uuid, reason } = drive;
  const about = { slot, path, uuid };
  if (isVacant(drive)) {
    return isDrained(drive)
      ? { ...about, state: 'vacant', reason: 'it was drained' }
      : {
          ...about,
          state: 'vacant',
          reason: 'it was given up: what it had is kept once',
          next: `Stop the store and give its place to another drive: npm run storage -- drive replace ${slot + 1}`,
        };
  }
  if (drive.state !== 'ok') {
    return { ...about, state: 'away', reason, next: `Bring it back. ${ifLost(drive)}` };
  }
  if (drive.draining) {
    return { ...about, state: 'draining', reason: 'what it has is moved to other drives' };
  }
  if (parts.heal.pending.includes(slot)) {
    return { ...about, state: 'filling', reason: 'it may still lack copies' };
  }
  const failed = parts.repairs.failed.filter(({ damage }) => damage.slot === slot);
  const [worst] = PROBLEMS.filter((one) => failed.some(({ problem }) => problem === one));
  return worst
    ? {
        ...about,
        state: 'degraded',
        reason: `${failed.length} of its copies could not be made`,
        next: nextStep(worst, drive),
      }
    : { ...about, state: 'ok' };
}

/** In the order in which they should be dealt with. */
const PROBLEMS: readonly RepairProblem[] = ['failed', 'away', 'lost'];

function nextStep(problem: RepairProblem, drive: Drive | undefined): string {
  if (problem === 'failed') {
    return `Check the drive: it did not take the copy. ${ifLost(drive)}`;
  }
  return problem === 'away'
    ? 'Bring back the drives that are away: one of them may have a good copy.'
    : 'No copy is good: restore it from a backup, or delete it.';
}

function ifLost(drive: Drive | undefined): string {
  const which = drive?.path || String((drive?.slot ?? 0) + 1);
  return `If it is lost for good, stop the store and run: npm run storage -- drive replace ${which}`;
}
