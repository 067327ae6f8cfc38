import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Sealer } from './sealer.ts';
import { openSqliteState, type State } from './state.ts';

const FILE = 'console.db';

/**
 * Opens the configured state: in PostgreSQL, which other consoles may share, or in a file in the
 * data directory.
 * @throws ConfigError if it cannot be used
 */
export async function openState({ databaseUrl, dataDir }: Config, sealer: Sealer): Promise<State> {
  if (databaseUrl === undefined) return openSqliteState(join(dataDir, FILE));
  // Loaded only when used: other configurations start faster without it.
  const { openPostgresState } = await import('./postgres-state.ts');
  return openPostgresState(databaseUrl, sealer.tag('sealing key'));
}

/** Reasons why consoles cannot share the database, although a single one would work. */
export function sharingProblems({ databaseUrl, session, storage }: Config): readonly string[] {
  if (databaseUrl === undefined) return [];
  const noKey =
    'STOWAGE_DATABASE_URL is set without CONSOLE_PBKDF_PASSPHRASE and CONSOLE_PBKDF_SALT: ' +
    'no other console can share the database, since the key is in the data directory of this one.';
  const noServer =
    'STOWAGE_DATABASE_URL is set without CONSOLE_MINIO_SERVER: ' +
    'no other console can share the database, since the storage is embedded in this one.';
  return [...(session.passphrase ? [] : [noKey]), ...(storage.kind === 'server' ? [] : [noServer])];
}
