import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Holds directories for this process. A lock is one of the operating system on a
 * small SQLite file, so that it ends with the process however that ends.
 */
export class DirectoryLocks {
  readonly #held: DatabaseSync[] = [];

  /** Throws when another store, of this process or another, holds the directory already. */
  add(directory: string): void {
    const db = new DatabaseSync(join(directory, 'lock.sqlite'));
    try {
      db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    } catch (error) {
      db.close();
      throw new Error(`${directory} is in use by another store.`, { cause: error });
    }
    this.#held.push(db);
  }

  release(): void {
    for (const db of this.#held.splice(0)) {
      db.close();
    }
  }
}
