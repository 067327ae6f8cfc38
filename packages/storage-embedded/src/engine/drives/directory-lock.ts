import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Holds a directory for this process. The lock is one of the operating system on
 * a small SQLite file, so that it ends with the process however that ends.
 */
export class DirectoryLock {
  readonly #db: DatabaseSync;

  /** Throws when another process, or this one, holds the directory already. */
  constructor(directory: string) {
    this.#db = new DatabaseSync(join(directory, 'lock.sqlite'));
    try {
      this.#db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    } catch (error) {
      this.#db.close();
      throw new Error(`${directory} is in use by another store`, { cause: error });
    }
  }

  release(): void {
    this.#db.close();
  }
}
