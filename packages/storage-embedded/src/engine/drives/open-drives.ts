import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { blobsDirectory, type Drive, temporaryDirectory } from './drive.ts';
import { inspectDrive, makeLayout, syncDirectory, writeFormat } from './drive-format.ts';
import { DriveSet, type Log } from './drive-set.ts';
import { measure } from './drive-space.ts';
import { assignSlots, type Roster } from './roster.ts';

/**
 * Opens the drives at `paths`. If none of them was used before, creates a new set, unless
 * `knownSet` says that one must exist.
 * @throws if the drives cannot be those of one store
 */
export async function openDrives(
  paths: readonly string[],
  options: { knownSet: string | undefined; log: Log },
): Promise<DriveSet> {
  const { knownSet, log } = options;
  const places = paths.map((path) => resolve(path));
  if (places.length === 0 || new Set(places).size !== places.length) {
    throw new Error('The drives must be one or more different directories.');
  }
  let found = await Promise.all(places.map(inspectDrive));
  const used = found.some((one) => one.kind === 'formatted');
  if (!used) {
    const unusable = found.find((one) => one.kind === 'unusable');
    if (unusable?.kind === 'unusable') {
      throw new Error(`Drive ${unusable.path} cannot be used: ${unusable.reason}.`);
    }
    if (knownSet !== undefined) {
      throw new Error('None of the drives has the data that the index was made from.');
    }
    await Promise.all(places.map((path) => mkdir(path, { recursive: true })));
    found = places.map((path) => ({ path, kind: 'empty' }));
  }
  const roster = assignSlots(found, { preferredSet: knownSet, newId: randomUUID });
  await needDistinct(roster.slots.filter(({ fresh }) => fresh).map(({ path }) => path));
  for (const { path, reason } of roster.refused) {
    log('error', 'A drive is not used.', { drive: path, reason });
  }
  const id = used ? roster.set : randomUUID();
  const drives = await Promise.all(
    roster.slots.map((_, slot) => openSlot(roster, { slot, id, log })),
  );
  return new DriveSet(id, drives, { refused: roster.refused, generation: roster.generation, log });
}

/** Symbolic links may make two drives the same directory. */
async function needDistinct(paths: readonly string[]): Promise<void> {
  const seen = new Map<string, string>();
  for (const path of paths) {
    const { dev, ino } = await stat(path);
    const other = seen.get(`${dev} ${ino}`);
    if (other !== undefined) {
      throw new Error(`${other} and ${path} are the same directory: each drive needs its own.`);
    }
    seen.set(`${dev} ${ino}`, path);
  }
}

async function openSlot(
  roster: Roster,
  at: { slot: number; id: string; log: Log },
): Promise<Drive> {
  const { slot, id, log } = at;
  const { uuid = '', path = '', online = false } = roster.slots[slot] ?? {};
  const space = { available: 0, unmeasured: 0, used: 0, total: 0, usedInodes: 0, freeInodes: 0 };
  const drive: Drive = {
    slot,
    uuid,
    path,
    state: 'offline',
    readable: false,
    reason: 'it is missing',
    draining: roster.drain.includes(slot),
    ...space,
  };
  if (!online) {
    if (uuid !== '') {
      log('error', `A drive is missing. ${howToGoOn(slot, path)}`, { drive: path, uuid });
    }
    return drive;
  }
  try {
    if (roster.changed) {
      const { generation, drain } = roster;
      const drives = roster.slots.map((one) => one.uuid);
      await writeFormat(path, { format: 1, set: id, drive: uuid, generation, drives, drain });
    }
    await makeLayout(path);
    // Directories created by an interrupted process may not be durable yet.
    await syncDirectory(blobsDirectory(path));
    await clearTemporary(path);
    await measure(drive);
    drive.state = 'ok';
    drive.readable = true;
    drive.reason = '';
  } catch (error) {
    drive.reason = String(error);
    log('error', 'A drive cannot be used.', { drive: path, error: String(error) });
  }
  return drive;
}

function howToGoOn(slot: number, path: string): string {
  const which = path === '' ? String(slot + 1) : path;
  return `Bring it back, or, if it is lost for good, run: npm run storage -- drive replace ${which}`;
}

/** Removes leftovers of interrupted writes. */
async function clearTemporary(path: string): Promise<void> {
  const directory = temporaryDirectory(path);
  for (const name of await readdir(directory)) {
    await rm(join(directory, name), { recursive: true, force: true });
  }
}
