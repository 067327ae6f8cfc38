import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { AuditLog } from './audit-log.ts';
import { sqliteAuditLog } from './sqlite/sqlite-audit-log.ts';

/**
 * Opens the configured audit log: in the database that the consoles share, whose state is already
 * open, or in files in the data directory.
 * @param onProblem receives a sentence without secrets for the administrator
 */
export async function openAuditLog(
  { databaseUrl, dataDir, audit }: Pick<Config, 'databaseUrl' | 'dataDir' | 'audit'>,
  onProblem: (message: string) => void,
): Promise<AuditLog> {
  if (databaseUrl === undefined) {
    return sqliteAuditLog(join(dataDir, 'audit'), audit, onProblem);
  }
  // Loaded only when used: other configurations start faster without it.
  const { postgresAuditLog } = await import('./postgres/postgres-audit-log.ts');
  return postgresAuditLog({ url: databaseUrl, retention: audit, onBroken: onProblem });
}
