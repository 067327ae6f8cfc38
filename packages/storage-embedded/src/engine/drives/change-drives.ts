import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { knownSet } from '../recovery/open-index.ts';
import { DirectoryLocks } from './directory-lock.ts';
import { type FoundDrive, inspectDrive, makeDirectory } from './drive-format.ts';
import { type Membership, writeMembership } from './membership.ts';
import { assignSlots, type RosterSlot } from './roster.ts';

/** Why a drive cannot be replaced, given up, taken back or drained, as a sentence. */
export class DriveChangeError extends Error {}

/** A store that is not running. */
export interface StorePlace {
  readonly dataDir: string;
  /** The drives as configured. */
  readonly drives: readonly string[];
}

interface Seen extends Membership {
  readonly paths: readonly string[];
  readonly found: readonly FoundDrive[];
  readonly slots: readonly RosterSlot[];
  /** Index in the list of the drive that was specified. */
  readonly at: number;
}

/**
 * Replaces a permanently lost drive with an empty or missing directory.
 *
 * @param which its path, or its number in the list from 1
 * @returns what was done, as text
 * @throws DriveChangeError; Error if the store is running
 */
export function replaceDrive(place: StorePlace, which: string): Promise<string> {
  return withDrives(place, which, async (seen) => {
    const path = seen.paths[seen.at] ?? '';
    const there = seen.found[seen.at];
    if (there?.kind === 'formatted') {
      throw new DriveChangeError(
        `${path} has the data of a drive. Move them away if it is really to be replaced.`,
      );
    }
    if (there?.kind === 'unusable') {
      throw new DriveChangeError(`${path} cannot be used: ${there.reason}.`);
    }
    const slot = missingSlot(seen);
    if (there?.kind === 'missing') {
      await makeDirectory(path).catch((error: unknown) => {
        throw new DriveChangeError(`${path} cannot be made: ${String(error)}.`);
      });
    }
    await writeMembership(seen, { slot, uuid: randomUUID(), draining: false, path });
    return `${path} takes the place of drive ${slot + 1}. It is filled when the store runs.${alsoAway(seen, slot)}`;
  });
}

/**
 * Gives up the content of a drive that is away; its slot becomes vacant. Otherwise like
 * `replaceDrive`.
 */
export function giveUpDrive(place: StorePlace, which: string): Promise<string> {
  return withDrives(place, which, async (seen) => {
    if (seen.slots[seen.at]?.online) {
      throw new DriveChangeError(`${seen.paths[seen.at]} is there and is not given up.`);
    }
    const slot = missingSlot(seen);
    if (seen.slots[slot]?.uuid === '') {
      throw new DriveChangeError(`Drive ${slot + 1} is given up already.`);
    }
    await writeMembership(seen, { slot, uuid: '', draining: false, path: undefined });
    return `Drive ${slot + 1} is given up: what only it had is lost.${alsoAway(seen, slot)}`;
  });
}

/**
 * Takes back a drive that was replaced, given up or drained, or is being drained. Otherwise like
 * `replaceDrive`.
 */
export function readmitDrive(place: StorePlace, which: string): Promise<string> {
  return withDrives(place, which, async (seen) => {
    const path = seen.paths[seen.at] ?? '';
    const there = seen.found[seen.at];
    if (there?.kind !== 'formatted' || there.format.set !== seen.set) {
      throw new DriveChangeError(`${path} is not a drive of this store.`);
    }
    const uuid = there.format.drive;
    const member = seen.slots.findIndex((slot) => slot.path === path && slot.uuid === uuid);
    if (seen.drain.includes(member)) {
      await writeMembership(seen, { slot: member, uuid, draining: false, path });
      return `${path} is not drained any more.`;
    }
    if (seen.slots.some((slot) => slot.uuid === uuid)) {
      throw new DriveChangeError(`${path} is a drive of this store already, or is there twice.`);
    }
    const slot = there.format.drives.indexOf(uuid);
    if (slot < 0 || slot >= seen.slots.length) {
      throw new DriveChangeError(`${path} does not say which place it had.`);
    }
    const away = seen.slots.some((one, i) => i !== slot && !one.online && one.uuid !== '');
    if (seen.slots[slot]?.online && away) {
      throw new DriveChangeError(
        `Another drive has taken the place of ${path}, and may have what drives that are away have too. Bring those back first.`,
      );
    }
    await writeMembership(seen, { slot, uuid, draining: false, path });
    return `${path} is drive ${slot + 1} again. It gets what it lacks when the store runs.`;
  });
}

/**
 * Returns the path of a configured drive.
 *
 * @param which its path, or its number in the list from 1
 * @throws DriveChangeError if there is no such drive
 */
export function pathOfDrive(drives: readonly string[], which: string): string {
  const paths = drives.map((path) => resolve(path));
  const at = /^\d+$/.test(which) ? Number(which) - 1 : paths.indexOf(resolve(which));
  const path = paths[at];
  if (path === undefined) {
    const listed = paths.map((one, i) => `${i + 1} ${one}`).join(', ');
    throw new DriveChangeError(`'${which}' is none of the configured drives: ${listed}.`);
  }
  return path;
}

async function withDrives(
  { dataDir, drives }: StorePlace,
  which: string,
  work: (seen: Seen) => Promise<string>,
): Promise<string> {
  const paths = drives.map((path) => resolve(path));
  const at = paths.indexOf(pathOfDrive(drives, which));
  await mkdir(dataDir, { recursive: true });
  const locks = new DirectoryLocks();
  try {
    locks.add(dataDir);
    const found = await Promise.all(paths.map(inspectDrive));
    const roster = assignSlots(found, { preferredSet: knownSet(dataDir), newId: randomUUID });
    const slots = roster.slots.filter(({ fresh }) => !fresh);
    for (const { path } of slots.filter(({ online }) => online)) {
      locks.add(path);
    }
    if (slots.length === 0) {
      throw new DriveChangeError('None of the drives is there.');
    }
    return await work({ ...roster, paths, found, slots, at });
  } finally {
    locks.release();
  }
}

/** Returns the slot meant: that of the drive at the same position, or the only free one. */
function missingSlot({ slots, at, paths }: Seen): number {
  if (slots[at]?.online === false) {
    return at;
  }
  const missing = [...slots.keys()].filter((slot) => !slots[slot]?.online);
  const [only] = missing;
  if (only === undefined) {
    throw new DriveChangeError('No drive is missing.');
  }
  if (missing.length > 1) {
    const numbers = missing.map((slot) => slot + 1).join(', ');
    throw new DriveChangeError(
      `Several drives are missing (${numbers}): configure ${paths[at]} at the position of the one that is meant.`,
    );
  }
  return only;
}

function alsoAway({ slots }: Seen, changed: number): string {
  const away = slots.flatMap((slot, i) =>
    i !== changed && !slot.online && slot.uuid !== '' ? [slot.path || `drive ${i + 1}`] : [],
  );
  return away.length === 0
    ? ''
    : ` Away as well: ${away.join(', ')}. What only these had cannot be read until they are back.`;
}
