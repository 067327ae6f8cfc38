import { open } from 'node:fs/promises';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { Accounting } from './accounting.ts';
import { indexFailure, isDamage } from './index-failure.ts';
import { BucketTable, DocumentTable, PartTable, UploadTable } from './register-tables.ts';
import { FEATURES_NUMBER, SCHEMA, SCHEMA_NUMBER } from './schema.ts';
import { VersionTables } from './version-tables.ts';

const FEATURES = 'features';

/** The end of the log as applied to the index, and the highest sequence number seen. */
export interface LogPosition {
  readonly segment: number;
  readonly offset: number;
  readonly sequence: number;
}

export interface GarbageRow {
  readonly blob: string;
  /** JSON: slots of drives that still have a copy. */
  readonly slots: string;
}

const PRAGMAS = `
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA wal_autocheckpoint = 0;
PRAGMA busy_timeout = 1000;
PRAGMA cache_size = -65536;
PRAGMA temp_store = MEMORY;
`;

/** The index: an SQLite file that can be rebuilt from the drives. */
export class IndexDb {
  readonly path: string;
  readonly db: DatabaseSync;
  readonly versions: VersionTables;
  readonly buckets: BucketTable;
  readonly uploads: UploadTable;
  readonly parts: PartTable;
  readonly documents: DocumentTable;
  readonly accounting: Accounting;
  readonly #onDamage: () => void;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #rollback: StatementSync;
  readonly #setPosition: StatementSync;
  readonly #getState: StatementSync;
  readonly #setState: StatementSync;
  readonly #removeState: StatementSync;
  readonly #checkpoint: StatementSync;
  readonly #addGarbage: StatementSync;
  readonly #getGarbage: StatementSync;
  readonly #setGarbage: StatementSync;
  readonly #removeGarbage: StatementSync;
  readonly #listGarbage: StatementSync;

  /**
   * Opens or creates the file; `onDamage` is called if it later turns out to be damaged.
   * @throws if it is not an index of this schema, or is damaged
   */
  constructor(path: string, onDamage: () => void = () => undefined) {
    this.path = path;
    this.#onDamage = onDamage;
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
    this.#removeState = db.prepare('DELETE FROM state WHERE name = ?');
    this.#checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)');
    this.#addGarbage = db.prepare(
      'INSERT INTO garbage VALUES (?,?) ON CONFLICT DO UPDATE SET slots = (' +
        'SELECT json_group_array(value) FROM (SELECT value FROM json_each(garbage.slots) ' +
        'UNION SELECT value FROM json_each(excluded.slots)))',
    );
    this.#getGarbage = db.prepare('SELECT slots FROM garbage WHERE blob = ?');
    this.#setGarbage = db.prepare('UPDATE garbage SET slots = ? WHERE blob = ?');
    this.#removeGarbage = db.prepare('DELETE FROM garbage WHERE blob = ?');
    this.#listGarbage = db.prepare('SELECT * FROM garbage WHERE blob > ? ORDER BY blob LIMIT ?');
  }

  #prepareSchema(): void {
    const found = Number(this.db.prepare('PRAGMA user_version').get()?.user_version);
    if (found === 0) {
      this.db.exec(`BEGIN; ${SCHEMA} PRAGMA user_version = ${SCHEMA_NUMBER}; COMMIT`);
    } else if (found !== SCHEMA_NUMBER && found !== FEATURES_NUMBER) {
      throw new Error(`index has schema ${found}, expected ${SCHEMA_NUMBER}`);
    }
  }

  /** Features a program must support to read the log behind this index; see `SegmentEntry`. */
  get features(): readonly string[] {
    return JSON.parse(this.state(FEATURES) ?? '[]');
  }

  /**
   * Records the features, inside a transaction; from then on, versions without feature support
   * reject the index.
   */
  noteFeatures(features: readonly string[]): void {
    this.setState(FEATURES, JSON.stringify(features));
    this.db.exec(`PRAGMA user_version = ${FEATURES_NUMBER}`);
  }

  /** Reports structural damage to the file, if any; takes about a second per million objects. */
  findDamage(): string | undefined {
    const found = this.db.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    return found === 'ok' ? undefined : `it is damaged: ${String(found)}`;
  }

  /** Runs `work` in a transaction; if it throws, everything is rolled back, totals included. */
  transaction(work: () => void): void {
    try {
      this.#begin.run();
      work();
      this.accounting.flush();
      this.#commit.run();
      this.accounting.committed();
    } catch (error) {
      this.accounting.undo();
      if (this.db.isTransaction) {
        this.#rollback.run();
      }
      if (isDamage(error)) {
        this.#onDamage();
      }
      throw indexFailure(error);
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

  /**
   * Sets or removes a state that is only an optimisation: without it, more is checked later. If
   * the index cannot be written, it stays unchanged; returns the reason.
   */
  noteState(name: string, value: string | undefined): S3Error | undefined {
    try {
      this.transaction(() => {
        if (value === undefined) {
          this.#removeState.run(name);
        } else {
          this.setState(name, value);
        }
      });
      return undefined;
    } catch (error) {
      if (error instanceof S3Error) {
        return error;
      }
      throw error;
    }
  }

  /** Marks the copies of a content file on the drives of these slots for removal. */
  addGarbage(blob: string, slots: readonly number[]): void {
    this.#addGarbage.run(blob, JSON.stringify(slots));
  }

  /** Returns the slots whose copy of a content file is marked for removal. */
  garbageOf(blob: string): readonly number[] {
    const row = this.#getGarbage.get(blob);
    return row ? JSON.parse(String(row.slots)) : [];
  }

  /** Unmarks copies because they are gone or needed again. */
  endGarbage(blob: string, slots: readonly number[]): void {
    const noted = this.garbageOf(blob);
    const left = noted.filter((slot) => !slots.includes(slot));
    if (left.length === 0) {
      this.#removeGarbage.run(blob);
    } else if (left.length < noted.length) {
      this.#setGarbage.run(JSON.stringify(left), blob);
    }
  }

  listGarbage(after: string, limit: number): readonly GarbageRow[] {
    return this.#listGarbage.all(after, limit) as unknown as GarbageRow[];
  }

  /**
   * Makes all transactions durable; otherwise the last ones are replayed from the log after a power
   * loss.
   */
  async sync(): Promise<void> {
    const wal = await open(`${this.path}-wal`, 'r+');
    try {
      await wal.datasync();
    } finally {
      await wal.close();
    }
  }

  /** Checkpoints the write-ahead log into the file as far as currently possible. */
  checkpoint(): void {
    this.#checkpoint.get();
  }

  close(): void {
    try {
      this.db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // Without disk space for it, everything stays in the write-ahead log, which is just as good.
    }
    this.db.close();
  }
}
