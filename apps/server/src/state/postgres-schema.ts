import { ConfigError } from '../config/setting.ts';

/**
 * Records of the audit log; each row of audit_days (days since the epoch) has a partition in the
 * other three. `shape`: what many records have in common, by its hash. `peak`: the largest number
 * of records that a day has had. `parts`: whether object names have a trigram index. Texts chosen
 * by clients have hash indexes, since a B-tree rejects long values.
 */
const AUDIT_LOG = `
  CREATE TABLE audit_days (
    day integer PRIMARY KEY,
    records bigint NOT NULL,
    peak bigint NOT NULL,
    parts boolean NOT NULL
  );
  CREATE TABLE audit_shapes (
    day integer NOT NULL,
    id uuid NOT NULL,
    api text NOT NULL,
    bucket text NOT NULL,
    status text NOT NULL,
    status_code bigint NOT NULL,
    user_agent text NOT NULL,
    access_key text NOT NULL,
    parent_user text NOT NULL,
    calls bigint NOT NULL,
    PRIMARY KEY (day, id)
  ) PARTITION BY RANGE (day);
  CREATE TABLE audit_records (
    id bigint PRIMARY KEY,
    shape uuid NOT NULL,
    object text NOT NULL,
    objects text NOT NULL,
    received bigint NOT NULL,
    sent bigint NOT NULL,
    nanoseconds bigint NOT NULL,
    remote_host text NOT NULL,
    request_id text NOT NULL,
    error text NOT NULL
  ) PARTITION BY RANGE (id);
  CREATE INDEX audit_records_shape ON audit_records (shape, id);
  CREATE INDEX audit_records_object ON audit_records USING hash (object);
  CREATE INDEX audit_records_objects ON audit_records (id) WHERE objects <> '';
  CREATE INDEX audit_records_request ON audit_records USING hash (request_id);
  CREATE TABLE audit_counts (
    day integer NOT NULL,
    span integer NOT NULL,
    slot bigint NOT NULL,
    shape uuid NOT NULL,
    calls bigint NOT NULL,
    PRIMARY KEY (day, span, slot, shape)
  ) PARTITION BY RANGE (day);`;

/**
 * The steps from an empty database to the current schema. Released steps are never changed.
 * Consoles of the previous version may run alongside the next one for a while.
 */
const STEPS: readonly string[] = [
  `CREATE TABLE sessions (
    key text PRIMARY KEY,
    owner text NOT NULL,
    sealed bytea NOT NULL,
    created_at bigint NOT NULL,
    used_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    revision bigint NOT NULL
  );
  CREATE INDEX sessions_owner ON sessions (owner);
  CREATE INDEX sessions_expiry ON sessions (expires_at);
  CREATE TABLE security_events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at bigint NOT NULL,
    event text NOT NULL,
    account text NOT NULL,
    address text NOT NULL,
    reason text NOT NULL
  );
  CREATE INDEX security_events_event ON security_events (event, id);
  CREATE TABLE leases (
    name text PRIMARY KEY,
    holder text NOT NULL,
    ends_at bigint NOT NULL
  );
  CREATE TABLE login_counts (
    id text PRIMARY KEY,
    value bigint NOT NULL,
    ends_at bigint NOT NULL
  );
  CREATE INDEX login_counts_end ON login_counts (ends_at);`,
  `CREATE TABLE jobs (
    id text PRIMARY KEY,
    owner text NOT NULL,
    session text NOT NULL,
    request text NOT NULL,
    summary text NOT NULL,
    progress text NOT NULL,
    state text NOT NULL,
    code text NOT NULL,
    detail text NOT NULL,
    cancel integer NOT NULL,
    holder text NOT NULL,
    lease_ends_at bigint NOT NULL,
    created_at bigint NOT NULL,
    queued_at bigint NOT NULL,
    updated_at bigint NOT NULL
  );
  CREATE INDEX jobs_owner ON jobs (owner, created_at);
  CREATE INDEX jobs_state ON jobs (state, queued_at);
  CREATE TABLE job_failures (
    job text NOT NULL,
    id text NOT NULL,
    seq bigint NOT NULL,
    item text NOT NULL,
    code text NOT NULL,
    detail text NOT NULL,
    PRIMARY KEY (job, id)
  );
  CREATE INDEX job_failures_seq ON job_failures (job, seq);`,
  `CREATE TABLE metric_series (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source text NOT NULL,
    series text NOT NULL,
    UNIQUE (source, series)
  );
  CREATE TABLE metric_samples (
    source text NOT NULL,
    at bigint NOT NULL,
    step bigint NOT NULL,
    data bytea NOT NULL,
    PRIMARY KEY (source, at)
  );
  CREATE INDEX metric_samples_step ON metric_samples (source, step, at);`,
  `CREATE TABLE audit_receivers (
    server text PRIMARY KEY,
    token_hash text NOT NULL
  );`,
  `CREATE TABLE speed_tests (
    server text NOT NULL,
    at bigint NOT NULL,
    result text NOT NULL
  );
  CREATE INDEX speed_tests_server ON speed_tests (server, at);`,
  AUDIT_LOG,
  `ALTER TABLE security_events ADD COLUMN server text NOT NULL DEFAULT '';`,
  `CREATE TABLE restart_needs (
    server text PRIMARY KEY,
    at bigint NOT NULL
  );`,
];

/** Any number will do, as long as every console uses the same. */
const LOCK = 5_707_140_917;

/** Runs one statement, or several without parameters. */
type Run = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/**
 * Upgrades a database to the current schema. `run` works in one transaction, whose lock serialises
 * consoles that start at the same time.
 * @throws ConfigError for a database written by a newer console
 */
export async function migratePostgres(run: Run): Promise<void> {
  await run(`SELECT pg_advisory_xact_lock(${LOCK})`);
  await run('CREATE TABLE IF NOT EXISTS stowage_schema (version integer NOT NULL)');
  const [row] = await run('SELECT version FROM stowage_schema');
  const done = Number(row?.version ?? 0);
  if (done > STEPS.length) {
    throw new ConfigError(
      `The database in STOWAGE_DATABASE_URL was written by a newer version of the console: expected schema ${STEPS.length} or older, found ${done}. Use that version, or restore the backup from before the upgrade.`,
    );
  }
  if (done === STEPS.length) return;
  for (const step of STEPS.slice(done)) await run(step);
  await run('DELETE FROM stowage_schema');
  await run(`INSERT INTO stowage_schema (version) VALUES (${STEPS.length})`);
}
