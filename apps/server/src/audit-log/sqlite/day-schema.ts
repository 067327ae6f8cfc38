import { DatabaseSync } from 'node:sqlite';
import { writeAhead } from '../../state/write-ahead.ts';

/** How long a call waits for an exclusive lock to be released. */
export const BUSY_MS = 5000;

/**
 * `shapes`: what many records have in common, so that filters on it need not read records.
 * `chunks`: runs of records in order, each with two Bloom filters (bloom.ts): of the parts of its
 * object names, and of its whole object names and requests. The last chunk has none until it is
 * full. `counts`: calls per shape in a slot of a minute or an hour.
 */
const SCHEMA = `
  CREATE TABLE shapes (
    id INTEGER PRIMARY KEY,
    api TEXT NOT NULL,
    bucket TEXT NOT NULL,
    status TEXT NOT NULL,
    status_code INTEGER NOT NULL,
    user_agent TEXT NOT NULL,
    access_key TEXT NOT NULL,
    parent_user TEXT NOT NULL,
    calls INTEGER NOT NULL,
    UNIQUE (api, bucket, status, status_code, user_agent, access_key, parent_user)
  ) STRICT;
  CREATE TABLE records (
    id INTEGER PRIMARY KEY,
    shape INTEGER NOT NULL,
    object TEXT NOT NULL,
    objects TEXT NOT NULL,
    received INTEGER NOT NULL,
    sent INTEGER NOT NULL,
    nanoseconds INTEGER NOT NULL,
    remote_host TEXT NOT NULL,
    request_id TEXT NOT NULL,
    error TEXT NOT NULL
  ) STRICT;
  CREATE INDEX records_shape ON records (shape);
  CREATE TABLE chunks (
    first INTEGER PRIMARY KEY,
    records INTEGER NOT NULL,
    parts BLOB,
    wholes BLOB
  ) STRICT;
  CREATE TABLE counts (
    span INTEGER NOT NULL,
    slot INTEGER NOT NULL,
    shape INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    PRIMARY KEY (span, slot, shape)
  ) STRICT, WITHOUT ROWID;`;

/**
 * The filters of chunks again, transposed in groups of 64 chunks (slices.ts). `places`: the
 * position of each chunk. Chunks without one are looked up in `chunks`.
 */
const GROUPS = `
  CREATE TABLE places (first INTEGER PRIMARY KEY, place INTEGER NOT NULL) STRICT;
  CREATE TABLE slices (id INTEGER PRIMARY KEY, bits BLOB NOT NULL) STRICT;
  PRAGMA user_version = 2;`;

/** Opens the file of a day for writing, creating or upgrading it as needed. */
export function openDayFile(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: BUSY_MS });
  try {
    prepareFile(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** 0 for a file without tables. */
export function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}

function prepareFile(database: DatabaseSync): void {
  writeAhead(database);
  database.exec('PRAGMA synchronous = FULL;');
  if (versionOf(database) === 2) return;
  database.exec('BEGIN IMMEDIATE');
  // Another console with the same directory may have been faster.
  const version = versionOf(database);
  if (version === 0) database.exec(SCHEMA);
  if (version < 2) database.exec(GROUPS);
  database.exec('COMMIT');
}
