import { SpeedResult } from '@stowage/contract/tools/speed-test';
import type { Sql } from './sql.ts';

/** Results kept per storage server; older ones are dropped. */
const KEPT = 100;

/** Stores speed test results by storage server. */
export interface SpeedTestStore {
  append(server: string, result: SpeedResult): Promise<void>;
  /** Newest first. */
  latest(server: string): Promise<readonly SpeedResult[]>;
}

/** Stores speed test results in a table of the console's database. */
export function speedTestTable(sql: Sql): SpeedTestStore {
  return {
    async append(server, result) {
      const at = Date.parse(result.at);
      const text = JSON.stringify(result);
      await sql.query('INSERT INTO speed_tests (server, at, result) VALUES ($1, $2, $3)', [
        ...[server, at, text],
      ]);
      await sql.query(
        `DELETE FROM speed_tests WHERE server = $1 AND at <= (
           SELECT at FROM speed_tests WHERE server = $1 ORDER BY at DESC LIMIT 1 OFFSET $2
         )`,
        [server, KEPT],
      );
    },
    async latest(server) {
      const rows = await sql.query(
        'SELECT result FROM speed_tests WHERE server = $1 ORDER BY at DESC LIMIT $2',
        [server, KEPT],
      );
      return rows.map(({ result }) => SpeedResult.parse(JSON.parse(String(result))));
    },
  };
}
