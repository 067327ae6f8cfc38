/** A session as it is kept: what would open anything is in `sealed` or hashed. */
export interface StoredSession {
  /** Hash of the cookie's value, in hex. */
  readonly key: string;
  /** Tag of the account: equal for its sessions, and says nothing of its name. */
  readonly owner: string;
  /** What was encrypted by the sealer; only consoles with its key can read it. */
  readonly sealed: Uint8Array;
  /** Times are milliseconds since the epoch. */
  readonly createdAt: number;
  readonly usedAt: number;
  /** From then on the session is over, for whoever looks at it. */
  readonly expiresAt: number;
  /** Raised by each change of `sealed`, so that of two renewals one wins. */
  readonly revision: number;
}

/** Where sessions are kept. Consoles with different keys may share it. */
export interface SessionStore {
  insert(session: StoredSession): Promise<void>;
  find(key: string): Promise<StoredSession | undefined>;
  /** How many have not ended at a time; milliseconds since the epoch. */
  countOpen(now: number): Promise<number>;
  /** The sessions of an account, the one used last first. */
  ofOwner(owner: string): Promise<readonly StoredSession[]>;
  /** The sessions of all accounts that have not ended at a time, the one used last first. */
  open(now: number, limit: number): Promise<readonly StoredSession[]>;
  /** Those of these sessions that have not ended at a time. */
  openOf(keys: readonly string[], now: number): Promise<ReadonlySet<string>>;
  /** Notes when the session was used last, and when it will be over. */
  touch(key: string, usedAt: number, expiresAt: number): Promise<void>;
  /** Replaces what is sealed, if the session still has this revision; false otherwise. */
  reseal(key: string, revision: number, sealed: Uint8Array): Promise<boolean>;
  /** False where there was none. */
  delete(key: string): Promise<boolean>;
  /** Takes sessions out that were over at this time, at most so many at once. */
  takeExpired(now: number, limit: number): Promise<readonly StoredSession[]>;
}
