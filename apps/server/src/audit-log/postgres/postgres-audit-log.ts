import { openPool } from '../../state/postgres.ts';
import type { AuditLog, Retention } from '../audit-log.ts';
import { Appender } from './appender.ts';
import { pruneDays } from './prune.ts';
import { readHoldings, type SearchPace, searchDays, summarize } from './read.ts';

/** One is for writing; searches wait for each other, but sessions never wait for searches. */
const CONNECTIONS = 4;
const PACE: SearchPace = { milliseconds: 1500, step: 20_000 };

export interface PostgresAuditLogOptions {
  /** The database, at its current schema. */
  readonly url: string;
  readonly retention: Retention;
  /** Receives the reason why an idle connection broke. */
  readonly onBroken: (message: string) => void;
  readonly pace?: SearchPace;
  /** The limit in milliseconds for obtaining a connection, and again for the response. */
  readonly waitMs?: number;
}

/** The audit log in a PostgreSQL database shared by several consoles. */
export function postgresAuditLog(options: PostgresAuditLogOptions): AuditLog {
  const { url, retention, onBroken, pace = PACE, waitMs } = options;
  const pool = openPool(url, onBroken, {
    connections: CONNECTIONS,
    ...(waitMs !== undefined && { waitMs }),
  });
  const appender = new Appender(pool, retention);
  return {
    append: (delivery) => appender.append(delivery),
    search: (search) => searchDays(pool, search, pace),
    summary: (range, filter) => summarize(pool, range, filter),
    holdings: () => readHoldings(pool),
    prune: () => pruneDays(pool, retention),
    async close() {
      await appender.close();
      await pool.end();
    },
  };
}
