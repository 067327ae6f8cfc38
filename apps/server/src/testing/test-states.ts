import { openPostgresState } from '../state/postgres-state.ts';
import { openSqliteState, type State } from '../state/state.ts';
import { postgresPrograms, startTestPostgres, type TestPostgres } from './test-postgres.ts';

/** A kind of database in which the console can store its state. */
export interface StateDatabase {
  readonly name: string;
  /** Whether this machine has the required programs. */
  readonly isThere: boolean;
  /** Opens a new, empty one. */
  readonly open: () => Promise<State>;
}

/** The kinds of databases, for the tests of one file. */
export class StateDatabases {
  #postgres: Promise<TestPostgres> | undefined;
  readonly kinds: readonly StateDatabase[] = [
    { name: 'SQLite', isThere: true, open: async () => openSqliteState(':memory:') },
    {
      name: 'PostgreSQL',
      isThere: postgresPrograms !== undefined,
      open: async () => {
        this.#postgres ??= startTestPostgres();
        return openPostgresState(await (await this.#postgres).newDatabase(), 'key');
      },
    },
  ];

  /** Stops the server that was started for them. */
  async remove(): Promise<void> {
    await (await this.#postgres)?.server.remove();
  }
}
