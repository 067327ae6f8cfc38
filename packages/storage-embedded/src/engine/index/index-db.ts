import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { Accounting } from './accounting.ts';
import { BucketTable, DocumentTable, PartTable, UploadTable } from './register-tables.ts';
import { SCHEMA, SCHEMA_NUMBER } from './schema.ts';
import { VersionTables } from './version-tables.ts';

/** The end of what the index has applied of the log, and the highest sequence number seen. */
export interface LogPosition {
  readonly segment: number;
  readonly offset: number;
  readonly sequence: number;
}

export interface GarbageRow {
  readonly blob: string;
  /** JSON: slots of the drives that still have a copy. */
  readonly slots: string;
}

const PRAGMAS = `
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA cache_size = -65536;
PRAGMA mmap_size = 1073741824;
PRAGMA temp_store = MEMORY;
`;

/** The index: an SQLite file that can be made again from the drives. */
export class IndexDb {
  readonly db: DatabaseSync;
  readonly versions: VersionTables;
  readonly buckets: BucketTable;
  readonly uploads: UploadTable;
  readonly parts: PartTable;
  readonly documents: DocumentTable;
  readonly accounting: Accounting;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #rollback: StatementSync;
  readonly #setPosition: StatementSync;
  readonly #getState: StatementSync;
  readonly #setState: StatementSync;
  readonly #addGarbage: StatementSync;
  readonly #setGarbage: StatementSync;
  readonly #removeGarbage: StatementSync;
  readonly #listGarbage: StatementSync;

  /** Opens or makes the file. Throws when it is no index of this schema or is damaged. */
  constructor(path: string) {
    this.db = new DatabaseSync(path);
    try {
      this.db.exec(PRAGMAS);
      this.#prepareSchema();
    } catch (error) {
      this.db.close();
      throw error;
    }
    const { db } = this;
    this.versions = new VersionTables(db);
    this.buckets = new BucketTable(db);
    this.uploads = new UploadTable(db);
    this.parts = new PartTable(db);
    this.documents = new DocumentTable(db);
    this.accounting = new Accounting(db);
    this.#begin = db.prepare('BEGIN IMMEDIATE');
    this.#commit = db.prepare('COMMIT');
    this.#rollback = db.prepare('ROLLBACK');
    this.#setPosition = db.prepare('INSERT OR REPLACE INTO position VALUES (1,?,?,?)');
    this.#getState = db.prepare('SELECT value FROM state WHERE name = ?');
    this.#setState = db.prepare('INSERT OR REPLACE INTO state VALUES (?,?)');
    this.#addGarbage = db.prepare('INSERT OR IGNORE INTO garbage VALUES (?,?)');
    this.#setGarbage = db.prepare('UPDATE garbage SET slots = ? WHERE blob = ?');
    this.#removeGarbage = db.prepare('DELETE FROM garbage WHERE blob = ?');
    this.#listGarbage = db.prepare('SELECT * FROM garbage WHERE blob > ? ORDER BY blob LIMIT ?');
  }

  #prepareSchema(): void {
    const found = Number(this.db.prepare('PRAGMA user_version').get()?.user_version);
    if (found === 0) {
      this.db.exec(`BEGIN; ${SCHEMA} PRAGMA user_version = ${SCHEMA_NUMBER}; COMMIT`);
    } else if (found !== SCHEMA_NUMBER) {
      throw new Error(`index has schema ${found}, expected ${SCHEMA_NUMBER}`);
    }
  }

  /** Runs `work` in a transaction; rolled back, sums included, when it throws. */
  transaction(work: () => void): void {
    this.#begin.run();
    try {
      work();
      this.accounting.flush();
      this.#commit.run();
    } catch (error) {
      if (this.db.isTransaction) {
        this.#rollback.run();
      }
      this.accounting.load();
      throw error;
    }
  }

  position(): LogPosition | undefined {
    const row = this.db.prepare('SELECT segment, offset, sequence FROM position').get();
    return row as LogPosition | undefined;
  }

  setPosition(position: LogPosition): void {
    this.#setPosition.run(position.segment, position.offset, position.sequence);
  }

  state(name: string): string | undefined {
    const row = this.#getState.get(name);
    return row ? String(row.value) : undefined;
  }

  setState(name: string, value: string): void {
    this.#setState.run(name, value);
  }

  addGarbage(blob: string, slots: readonly number[]): void {
    this.#addGarbage.run(blob, JSON.stringify(slots));
  }

  /** Keeps only the slots that are left; none ends the row. */
  setGarbage(blob: string, slots: readonly number[]): void {
    if (slots.length === 0) {
      this.#removeGarbage.run(blob);
    } else {
      this.#setGarbage.run(JSON.stringify(slots), blob);
    }
  }

  listGarbage(after: string, limit: number): readonly GarbageRow[] {
    return this.#listGarbage.all(after, limit) as unknown as GarbageRow[];
  }

  close(): void {
    this.db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    this.db.close();
  }
}
