import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

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
  readonly #held: DatabaseSync[] = [];

  /** Throws DirectoryInUse, or what the file system says. */
  add(directory: string): void {
    const db = new DatabaseSync(join(directory, 'lock.sqlite'));
    try {
      // No journal, which would need room: nothing is ever written.
      db.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    } catch (error) {
      db.close();
      const busy = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
      throw busy ? new DirectoryInUse(directory, error) : error;
    }
    this.#held.push(db);
  }

  release(): void {
    for (const db of this.#held.splice(0)) {
      db.close();
    }
  }
}
