import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { AuditLog } from './audit-log.ts';
import { sqliteAuditLog } from './sqlite/sqlite-audit-log.ts';

/**
 * The audit log that the configuration asks for: in the database that consoles share, whose state
 * is open, or in files of the data directory.
 * @param onProblem told what an administrator should know, in a sentence without secrets
 */
export async function openAuditLog(
  { databaseUrl, dataDir, audit }: Pick<Config, 'databaseUrl' | 'dataDir' | 'audit'>,
  onProblem: (message: string) => void,
): Promise<AuditLog> {
  if (databaseUrl === undefined) {
    return sqliteAuditLog(join(dataDir, 'audit'), audit, onProblem);
  }
  // Loaded by those who use it only: others start faster without it.
  const { postgresAuditLog } = await import('./postgres/postgres-audit-log.ts');
  return postgresAuditLog({ url: databaseUrl, retention: audit, onBroken: onProblem });
}
