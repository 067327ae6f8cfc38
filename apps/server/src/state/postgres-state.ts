import { ConfigError } from '../config/setting.ts';
import type { LeaseStore } from './lease-store.ts';
import { openPostgres } from './postgres.ts';
import type { Sql } from './sql.ts';
import { type State, storesOn } from './state.ts';

/** How often to read the database's clock, and to renew this console's claim. */
const TICK_MS = 20_000;
const CLAIM_MS = 3 * TICK_MS;
const CLAIM = 'sealing-key';
/** A database that is read-only after a fail-over, or full, may respond while nobody can log in. */
const READINESS =
  "SELECT current_setting('transaction_read_only') AS read_only, (SELECT name FROM leases LIMIT 1)";

/**
 * State in PostgreSQL, shared by several consoles. `keyTag` identifies the key with which they seal
 * their sessions, and reveals nothing about it.
 * @throws ConfigError if the database cannot be used, was written by a newer console, or is in use
 *    by consoles that seal their sessions with another key
 */
export async function openPostgresState(url: string, keyTag: string): Promise<State> {
  let tell: (message: string) => void = () => undefined;
  const database = await openPostgres(url, (message) => tell(message));
  const stores = storesOn(database);
  try {
    const clock = await startClock(database);
    await claimKey(stores.leases, keyTag);
    const tick = async () => {
      await clock.set();
      await claimKey(stores.leases, keyTag);
    };
    const timer = setInterval(() => {
      tick().catch((error: Error) => tell(error.message));
    }, TICK_MS).unref();
    return {
      ...stores,
      now: clock.now,
      isReady: () =>
        database.query(READINESS).then(
          ([row]) => row?.read_only === 'off',
          () => false,
        ),
      onProblem(listener) {
        tell = listener;
      },
      async close() {
        clearInterval(timer);
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * A console cannot read sessions sealed with another key: its users would be logged out with every
 * other request. All consoles with the same key share the claim.
 */
async function claimKey(leases: LeaseStore, keyTag: string): Promise<void> {
  if (await leases.take(CLAIM, keyTag, CLAIM_MS)) return;
  throw new ConfigError(
    'Another console encrypts its sessions in the database of STOWAGE_DATABASE_URL with another key: ' +
      'expected the same CONSOLE_PBKDF_PASSPHRASE and CONSOLE_PBKDF_SALT for all consoles. ' +
      'To change them, stop all consoles and wait a minute.',
  );
}

/** The database's time, so that machines with different clocks agree on when a session ends. */
async function startClock(sql: Sql) {
  let offset = 0;
  async function set() {
    const asked = Date.now();
    const [row] = await sql.query(`SELECT ${sql.now} AS now`);
    offset = Number(row?.now) - (asked + Date.now()) / 2;
  }
  await set();
  return { set, now: () => Math.round(Date.now() + offset) };
}
