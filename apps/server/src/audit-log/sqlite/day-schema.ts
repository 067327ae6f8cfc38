import { DatabaseSync } from 'node:sqlite';
import { writeAhead } from '../../state/write-ahead.ts';

/** How long a call waits for one that has the file to itself. */
export const BUSY_MS = 5000;

/**
 * `shapes`: what many records have in common, so that a filter on it is answered without looking at
 * records. `chunks`: runs of records in their order, each with two filters (bloom.ts): of the
 * parts of its objects' names, and of its objects and requests as wholes. The last chunk has none
 * until it is full. `counts`: calls of a shape in a slot of a minute or an hour.
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
 * The filters of chunks once more, those of 64 chunks together (slices.ts). `places`: which chunk
 * stands where. What is not there is looked up in `chunks`.
 */
const GROUPS = `
  CREATE TABLE places (first INTEGER PRIMARY KEY, place INTEGER NOT NULL) STRICT;
  CREATE TABLE slices (id INTEGER PRIMARY KEY, bits BLOB NOT NULL) STRICT;
  PRAGMA user_version = 2;`;

/** Opens the file of a day for writing; makes it where there is none, and brings an older one up to date. */
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

/** 0 for a file that has no tables yet. */
export function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}

function prepareFile(database: DatabaseSync): void {
  writeAhead(database);
  database.exec('PRAGMA synchronous = FULL;');
  if (versionOf(database) === 2) return;
  database.exec('BEGIN IMMEDIATE');
  // Another console that was given the same directory may have been quicker.
  const version = versionOf(database);
  if (version === 0) database.exec(SCHEMA);
  if (version < 2) database.exec(GROUPS);
  database.exec('COMMIT');
}
