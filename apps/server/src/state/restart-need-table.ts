import type { Sql } from './sql.ts';

/** Which storage servers have saved settings that require a restart, by name. */
export interface RestartNeedStore {
  /** `at`: when the settings were saved, by the clock of the state; the latest time wins. */
  note(server: string, at: number): Promise<void>;
  /** When the latest pending settings were saved. */
  notedAt(server: string): Promise<number | undefined>;
  /** Settings saved up to then have taken effect. */
  clear(server: string, until: number): Promise<void>;
}

/** Stores pending restarts in a table of the console's database. */
export function restartNeedTable(sql: Sql): RestartNeedStore {
  return {
    async note(server, at) {
      await sql.query(
        `INSERT INTO restart_needs (server, at) VALUES ($1, $2)
         ON CONFLICT (server) DO UPDATE SET at = excluded.at WHERE restart_needs.at < excluded.at`,
        [server, at],
      );
    },
    async notedAt(server) {
      const [row] = await sql.query('SELECT at FROM restart_needs WHERE server = $1', [server]);
      return row && Number(row.at);
    },
    async clear(server, until) {
      await sql.query('DELETE FROM restart_needs WHERE server = $1 AND at <= $2', [server, until]);
    },
  };
}
