import type { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../config/setting.ts';

/**
 * The steps from an empty file to the current schema. Released steps are never changed: further
 * changes are new steps.
 */
const STEPS: readonly string[] = [
  // As created by consoles before the schema had versions.
  `CREATE TABLE IF NOT EXISTS sessions (
    key TEXT PRIMARY KEY,
    sealed BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL,
    revision INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;`,
  // Earlier sessions do not record their audience, and contain passwords that users did not ask to
  // keep: they end here.
  `DROP TABLE sessions;
  CREATE TABLE sessions (
    key TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    sealed BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    revision INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sessions_owner ON sessions (owner);
  CREATE INDEX sessions_expiry ON sessions (expires_at);`,
  `CREATE TABLE security_events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    event TEXT NOT NULL,
    account TEXT NOT NULL,
    address TEXT NOT NULL,
    reason TEXT NOT NULL
  ) STRICT;
  CREATE INDEX security_events_event ON security_events (event, id);`,
  `CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    ends_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE login_counts (
    id TEXT PRIMARY KEY,
    value INTEGER NOT NULL,
    ends_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX login_counts_end ON login_counts (ends_at);`,
  `CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    session TEXT NOT NULL,
    request TEXT NOT NULL,
    summary TEXT NOT NULL,
    progress TEXT NOT NULL,
    state TEXT NOT NULL,
    code TEXT NOT NULL,
    detail TEXT NOT NULL,
    cancel INTEGER NOT NULL,
    holder TEXT NOT NULL,
    lease_ends_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    queued_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX jobs_owner ON jobs (owner, created_at);
  CREATE INDEX jobs_state ON jobs (state, queued_at);
  CREATE TABLE job_failures (
    job TEXT NOT NULL,
    id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    item TEXT NOT NULL,
    code TEXT NOT NULL,
    detail TEXT NOT NULL,
    PRIMARY KEY (job, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX job_failures_seq ON job_failures (job, seq);`,
  `CREATE TABLE metric_series (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    source TEXT NOT NULL,
    series TEXT NOT NULL,
    UNIQUE (source, series)
  ) STRICT;
  CREATE TABLE metric_samples (
    source TEXT NOT NULL,
    at INTEGER NOT NULL,
    step INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (source, at)
  ) STRICT;
  CREATE INDEX metric_samples_step ON metric_samples (source, step, at);`,
  `CREATE TABLE audit_receivers (
    server TEXT PRIMARY KEY,
    token_hash TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;`,
  `CREATE TABLE speed_tests (
    server TEXT NOT NULL,
    at INTEGER NOT NULL,
    result TEXT NOT NULL
  ) STRICT;
  CREATE INDEX speed_tests_server ON speed_tests (server, at);`,
  `ALTER TABLE security_events ADD COLUMN server TEXT NOT NULL DEFAULT '';`,
  `CREATE TABLE restart_needs (
    server TEXT PRIMARY KEY,
    at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;`,
];

/**
 * Upgrades a database to the current schema. Each step is atomic and runs once, even if two
 * processes start at the same time.
 * @throws ConfigError for a file written by a newer console
 */
export function migrateSqlite(database: DatabaseSync, path: string): void {
  while (version(database) !== STEPS.length) {
    database.exec('BEGIN IMMEDIATE');
    try {
      const done = version(database);
      const step = STEPS[done];
      if (done > STEPS.length) {
        throw new ConfigError(
          `${path} was written by a newer version of the console: expected schema ${STEPS.length} or older, found ${done}. Use that version, or restore the backup from before the upgrade.`,
        );
      }
      if (step !== undefined) database.exec(`${step} PRAGMA user_version = ${done + 1};`);
      database.exec('COMMIT');
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  }
}

function version(database: DatabaseSync): number {
  const { user_version: found } = database.prepare('PRAGMA user_version').get() ?? {};
  return Number(found);
}
