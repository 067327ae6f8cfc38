import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DriveSet } from './drive-set.ts';

const SQLITE_BUSY = 5;

/** Another store, of this process or another, holds the directory. */
export class DirectoryInUse extends Error {
  constructor(directory: string, cause: unknown) {
    super(`${directory} is in use by another store.`, { cause });
  }
}

/**
 * Holds directories for this process. A lock is one of the operating system on a
 * small SQLite file, so that it ends with the process however that ends.
 */
export class DirectoryLocks {
  readonly #held = new Map<string, DatabaseSync>();

  /** Throws DirectoryInUse, or what the file system says. */
  add(directory: string): void {
    if (this.#held.has(directory)) {
      return;
    }
    const db = openLock(join(directory, 'lock.sqlite'));
    try {
      // No journal, which would need room: nothing is ever written.
      db.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    } catch (error) {
      db.close();
      const busy = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
      throw busy ? new DirectoryInUse(directory, error) : error;
    }
    this.#held.set(directory, db);
  }

  /** Lets go of one directory. */
  remove(directory: string): void {
    this.#held.get(directory)?.close();
    this.#held.delete(directory);
  }

  release(): void {
    for (const db of this.#held.values()) {
      db.close();
    }
    this.#held.clear();
  }
}

/** SQLite does not say which file it could not open. */
function openLock(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${path} cannot be locked: ${reason}.`, { cause: error });
  }
}

/** Locks a drive, or takes it out of use; gives the error when another store has it. */
export function lockDrive(
  drives: DriveSet,
  slot: number,
  locks: DirectoryLocks,
): DirectoryInUse | undefined {
  const drive = drives.online(slot);
  try {
    if (drive) {
      locks.add(drive.path);
    }
  } catch (error) {
    drives.failed(slot, error);
    return error instanceof DirectoryInUse ? error : undefined;
  }
  return undefined;
}
