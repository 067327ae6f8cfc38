import { randomUUID } from 'node:crypto';
import { mkdir, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { DriveState, EngineOptions } from '../types.ts';
import { type DriveFormat, makeLayout, readFormat, writeFormat } from './drive-format.ts';

type Log = NonNullable<EngineOptions['log']>;

/** A drive of the set. */
export interface Drive {
  readonly slot: number;
  readonly path: string;
  readonly uuid: string;
  state: 'ok' | 'offline';
}

/** The drives of a store, by slot. */
export class DriveSet {
  readonly id: string;
  /** Whether the set was made just now, on empty directories. */
  readonly fresh: boolean;
  readonly #drives: readonly Drive[];
  readonly #log: Log;
  #next = 0;

  constructor(id: string, fresh: boolean, drives: readonly Drive[], log: Log) {
    this.id = id;
    this.fresh = fresh;
    this.#drives = drives;
    this.#log = log;
  }

  get all(): readonly Drive[] {
    return this.#drives;
  }

  /** How many copies everything has. */
  get copies(): number {
    return Math.min(2, this.#drives.length);
  }

  /** The drive of a slot when it works. */
  online(slot: number): Drive | undefined {
    const drive = this.#drives[slot];
    return drive?.state === 'ok' ? drive : undefined;
  }

  /** The slots for something new, in rotation. Throws ServiceUnavailable when too few drives work. */
  pick(): readonly number[] {
    const working = this.#drives.filter((drive) => drive.state === 'ok');
    if (working.length < this.copies) {
      throw new S3Error('ServiceUnavailable', 'Too few drives are online to keep two copies.');
    }
    const first = this.#next++ % working.length;
    const slots: number[] = [];
    for (let i = 0; i < this.copies; i++) {
      const drive = working[(first + i) % working.length];
      if (drive) {
        slots.push(drive.slot);
      }
    }
    return slots;
  }

  /** Takes a drive out of use after an error. */
  fail(slot: number, error: unknown): void {
    const drive = this.#drives[slot];
    if (drive?.state === 'ok') {
      drive.state = 'offline';
      this.#log('error', 'A drive failed and is out of use.', {
        drive: drive.path,
        error: String(error),
      });
    }
  }

  async states(): Promise<readonly DriveState[]> {
    return Promise.all(this.#drives.map((drive) => describe(drive)));
  }
}

async function describe(drive: Drive): Promise<DriveState> {
  const { path, uuid } = drive;
  const none = { path, uuid, totalSpace: 0, usedSpace: 0, availableSpace: 0 };
  if (drive.state === 'offline') {
    return { ...none, state: 'offline' };
  }
  try {
    const format = await readFormat(path);
    if (format?.drive !== uuid) {
      return { ...none, state: 'offline' };
    }
    const s = await statfs(path);
    return {
      path,
      uuid,
      state: 'ok',
      totalSpace: s.blocks * s.bsize,
      usedSpace: (s.blocks - s.bfree) * s.bsize,
      availableSpace: s.bavail * s.bsize,
    };
  } catch {
    return { ...none, state: 'offline' };
  }
}

interface Found {
  readonly path: string;
  readonly format: DriveFormat | undefined;
  readonly empty: boolean;
  readonly error: unknown;
}

async function inspect(path: string): Promise<Found> {
  try {
    const format = await readFormat(path);
    const names = format ? [] : await readdir(path);
    return { path, format, empty: names.length === 0, error: undefined };
  } catch (error) {
    return { path, format: undefined, empty: false, error };
  }
}

async function makeSet(paths: readonly string[], log: Log): Promise<DriveSet> {
  const set = randomUUID();
  const ids = paths.map(() => randomUUID());
  const drives: Drive[] = [];
  for (const [slot, path] of paths.entries()) {
    const uuid = ids[slot] ?? '';
    await mkdir(path, { recursive: true });
    await makeLayout(path);
    await writeFormat(path, { format: 1, set, drive: uuid, slot, generation: 1, drives: ids });
    drives.push({ slot, path, uuid, state: 'ok' });
  }
  return new DriveSet(set, true, drives, log);
}

/** Opens the drives at `paths`, or makes a new set when none has been used before. */
export async function openDriveSet(paths: readonly string[], log: Log): Promise<DriveSet> {
  const found = await Promise.all(paths.map(inspect));
  const newest = found
    .map((one) => one.format)
    .filter((format) => format !== undefined)
    .sort((a, b) => b.generation - a.generation)[0];
  if (!newest) {
    return makeSet(paths, log);
  }
  const drives: Drive[] = newest.drives.map((uuid, slot) => {
    const match = found.find((one) => one.format?.set === newest.set && one.format.drive === uuid);
    return { slot, path: match?.path ?? '', uuid, state: match ? 'ok' : 'offline' };
  });
  await Promise.all(drives.filter((d) => d.state === 'ok').map((d) => makeLayout(d.path)));
  return new DriveSet(newest.set, false, drives, log);
}

export function segmentPath(drive: Drive, id: number): string {
  return join(drive.path, 'log', `${String(id).padStart(10, '0')}.seg`);
}

export function blobDirectory(drive: Drive, id: string): string {
  return join(drive.path, 'blobs', id.slice(-2));
}

export function blobPath(drive: Drive, id: string): string {
  return join(blobDirectory(drive, id), id);
}
