import { z } from 'zod';
import type { Sql } from './sql.ts';

const Stored = z.object({ token_hash: z.string() });

/** The token that a storage server sends with its audit records: only a hash is stored. */
export interface AuditReceiverStore {
  tokenHash(server: string): Promise<string | undefined>;
  /** Replaces the previous token. */
  setTokenHash(server: string, hash: string): Promise<void>;
  remove(server: string): Promise<void>;
}

/** Stores hashes of tokens in a table of the console's database. */
export function auditReceiverTable(sql: Sql): AuditReceiverStore {
  return {
    async tokenHash(server) {
      const [row] = await sql.query('SELECT token_hash FROM audit_receivers WHERE server = $1', [
        server,
      ]);
      return row && Stored.parse(row).token_hash;
    },
    async setTokenHash(server, hash) {
      await sql.query(
        `INSERT INTO audit_receivers (server, token_hash) VALUES ($1, $2)
         ON CONFLICT (server) DO UPDATE SET token_hash = excluded.token_hash`,
        [server, hash],
      );
    },
    async remove(server) {
      await sql.query('DELETE FROM audit_receivers WHERE server = $1', [server]);
    },
  };
}
