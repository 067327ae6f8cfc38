import { statSync } from 'node:fs';
import type { SecurityEventStore } from '../security-log/security-event.ts';
import { type AuditReceiverStore, auditReceiverTable } from './audit-receiver-table.ts';
import type { JobStore } from './job-store.ts';
import { jobTable } from './job-table.ts';
import type { LeaseStore } from './lease-store.ts';
import { leaseTable } from './lease-table.ts';
import { loginCountTable } from './login-count-table.ts';
import type { LoginCounts } from './login-counts.ts';
import { type MetricStores, metricTable } from './metric-table.ts';
import { type RestartNeedStore, restartNeedTable } from './restart-need-table.ts';
import { securityEventTable } from './security-event-table.ts';
import type { SessionStore } from './session-store.ts';
import { sessionTable } from './session-table.ts';
import { type SpeedTestStore, speedTestTable } from './speed-test-table.ts';
import type { Sql } from './sql.ts';
import { openSqlite } from './sqlite.ts';

/** The console's state, either its own or shared with other consoles. */
export interface State {
  readonly sessions: SessionStore;
  readonly securityEvents: SecurityEventStore;
  readonly leases: LeaseStore;
  readonly loginCounts: LoginCounts;
  readonly jobs: JobStore;
  readonly speedTests: SpeedTestStore;
  /** Metric samples of a storage server, by its name. */
  readonly metrics: MetricStores;
  readonly auditReceivers: AuditReceiverStore;
  readonly restartNeeds: RestartNeedStore;
  /** The clock shared by all consoles; milliseconds since the epoch. */
  now(): number;
  /** Whether the state can currently be read. */
  isReady(): Promise<boolean>;
  /** Receives a sentence without secrets for the administrator. */
  onProblem(listener: (message: string) => void): void;
  close(): Promise<void>;
}

/** The stores, each in a table of the database. */
export function storesOn(sql: Sql): Omit<State, 'now' | 'isReady' | 'onProblem' | 'close'> {
  return {
    sessions: sessionTable(sql),
    securityEvents: securityEventTable(sql),
    leases: leaseTable(sql),
    loginCounts: loginCountTable(sql),
    jobs: jobTable(sql),
    speedTests: speedTestTable(sql),
    metrics: metricTable(sql),
    auditReceivers: auditReceiverTable(sql),
    restartNeeds: restartNeedTable(sql),
  };
}

/**
 * Opens the state in an SQLite file, or in memory for ':memory:'.
 * @throws ConfigError for a file that cannot be used, or was written by a newer console
 */
export function openSqliteState(path: string): State {
  const isEmptied = statSync(path, { throwIfNoEntry: false })?.size === 0;
  const database = openSqlite(path);
  return {
    ...storesOn(database),
    now: Date.now,
    isReady: () =>
      database.query('SELECT name FROM leases LIMIT 1').then(
        () => true,
        () => false,
      ),
    onProblem(listener) {
      if (isEmptied) listener(`${path} was empty: sessions, jobs and metrics history begin anew.`);
    },
    close: async () => database.close(),
  };
}
