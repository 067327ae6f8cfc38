/**
 * Incremented whenever the tables change: an index with another number is rebuilt from the drives.
 */
export const SCHEMA_NUMBER = 1;
/** The same tables, built from a log that uses features. */
export const FEATURES_NUMBER = 2;

const VERSION_COLUMNS = `
  bucket INTEGER NOT NULL,
  key TEXT NOT NULL,
  version TEXT NOT NULL,
  ord INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  marker INTEGER NOT NULL,
  size INTEGER NOT NULL,
  etag TEXT NOT NULL,
  modified INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  length INTEGER NOT NULL,
  firstCovered INTEGER,
  lastCovered INTEGER,
  attributes TEXT NOT NULL,
  checksum TEXT,
  blob TEXT,
  parts TEXT`;

const PLACE_COLUMNS = `
  sequence INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  length INTEGER NOT NULL,
  firstCovered INTEGER,
  lastCovered INTEGER`;

/**
 * `current` holds the visible object of each key; `version` holds all other versions and all delete
 * markers. A key whose newest version is a delete marker has no row in `current`, so listings never
 * scan hidden keys.
 */
export const SCHEMA = `
CREATE TABLE state (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE position (
  one INTEGER PRIMARY KEY, segment INTEGER NOT NULL, offset INTEGER NOT NULL,
  sequence INTEGER NOT NULL);
CREATE TABLE segment (
  id INTEGER PRIMARY KEY, slots TEXT NOT NULL, length INTEGER NOT NULL,
  live INTEGER NOT NULL, draining INTEGER NOT NULL);
CREATE TABLE tombstone (
  segment INTEGER NOT NULL, firstCovered INTEGER NOT NULL, lastCovered INTEGER NOT NULL,
  bytes INTEGER NOT NULL, PRIMARY KEY (segment, firstCovered, lastCovered)) WITHOUT ROWID;
CREATE TABLE bucket (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, entry TEXT NOT NULL, ${PLACE_COLUMNS});
CREATE TABLE usage (bucket INTEGER PRIMARY KEY, counters TEXT NOT NULL);
CREATE TABLE current (${VERSION_COLUMNS}, PRIMARY KEY (bucket, key)) WITHOUT ROWID;
CREATE TABLE version (${VERSION_COLUMNS}, PRIMARY KEY (bucket, key, ord DESC)) WITHOUT ROWID;
CREATE UNIQUE INDEX version_by_id ON version (bucket, key, version);
CREATE TABLE upload (
  id TEXT PRIMARY KEY, bucket INTEGER NOT NULL, key TEXT NOT NULL, started INTEGER NOT NULL,
  entry TEXT NOT NULL, ${PLACE_COLUMNS}) WITHOUT ROWID;
CREATE UNIQUE INDEX upload_by_key ON upload (bucket, key, id);
CREATE INDEX upload_by_age ON upload (started);
CREATE TABLE part (
  upload TEXT NOT NULL, number INTEGER NOT NULL, size INTEGER NOT NULL, etag TEXT NOT NULL,
  modified INTEGER NOT NULL, checksum TEXT, blob TEXT NOT NULL, ${PLACE_COLUMNS},
  PRIMARY KEY (upload, number)) WITHOUT ROWID;
CREATE TABLE document (
  kind TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, ${PLACE_COLUMNS},
  PRIMARY KEY (kind, name)) WITHOUT ROWID;
CREATE TABLE garbage (blob TEXT PRIMARY KEY, slots TEXT NOT NULL) WITHOUT ROWID;
`;
