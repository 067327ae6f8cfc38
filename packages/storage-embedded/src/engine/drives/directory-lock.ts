import { closeSync, fstatSync, openSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DriveSet } from './drive-set.ts';

const FILE = 'lock.sqlite';
const SQLITE_BUSY = 5;
const SQLITE_NOTADB = 26;

/** Another store, in this process or another, holds the directory. */
export class DirectoryInUse extends Error {
  constructor(directory: string, cause: unknown) {
    super(`${directory} is in use by another store.`, { cause });
  }
}

interface Held {
  readonly db: DatabaseSync;
  /** Inode of the directory itself. */
  readonly fd: number;
}

/**
 * Locks directories for this process. Each lock is an operating system lock on a small SQLite file,
 * so it ends with the process, however that ends.
 */
export class DirectoryLocks {
  readonly #held = new Map<string, Held>();

  /**
   * Locks a directory.
   * @throws DirectoryInUse, or the file system error
   */
  add(directory: string): void {
    if (this.#held.has(directory)) {
      return;
    }
    const db = openLock(directory);
    try {
      // No journal, which would need space: nothing is ever written.
      db.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
      this.#held.set(directory, { db, fd: openSync(directory, 'r') });
    } catch (error) {
      db.close();
      throw whyNotLocked(directory, error);
    }
  }

  /** Whether the path now leads to a different directory than the one that is locked. */
  async isExchanged(directory: string): Promise<boolean> {
    const held = this.#held.get(directory);
    const there = await stat(directory).catch(() => undefined);
    if (!held || !there || this.#held.get(directory) !== held) {
      return false;
    }
    const { dev, ino } = fstatSync(held.fd);
    return there.dev !== dev || there.ino !== ino;
  }

  /** Releases one directory. */
  remove(directory: string): void {
    const held = this.#held.get(directory);
    this.#held.delete(directory);
    held?.db.close();
    if (held) {
      closeSync(held.fd);
    }
  }

  release(): void {
    for (const directory of [...this.#held.keys()]) {
      this.remove(directory);
    }
  }
}

/** SQLite does not report which file it could not open. */
function openLock(directory: string): DatabaseSync {
  try {
    return new DatabaseSync(join(directory, FILE));
  } catch (error) {
    throw new Error(reasonFor(directory, error), { cause: error });
  }
}

function whyNotLocked(directory: string, error: unknown): unknown {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  if (code === SQLITE_BUSY) {
    return new DirectoryInUse(directory, error);
  }
  return code === SQLITE_NOTADB
    ? new Error(`${reasonFor(directory, error)} Remove it: it has nothing in it.`, { cause: error })
    : error;
}

function reasonFor(directory: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `${join(directory, FILE)} cannot be locked: ${reason}.`;
}

/** Locks a drive or takes it out of use; returns the error if another store holds it. */
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
