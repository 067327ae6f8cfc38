/** A session as stored: anything that grants access is in `sealed` or hashed. */
export interface StoredSession {
  /** Hash of the cookie's value, in hex. */
  readonly key: string;
  /** Tag of the account: equal for all its sessions, and does not reveal its name. */
  readonly owner: string;
  /** Encrypted by the sealer; only consoles with its key can read it. */
  readonly sealed: Uint8Array;
  /** Times are milliseconds since the epoch. */
  readonly createdAt: number;
  readonly usedAt: number;
  /** The time from which the session counts as ended for everyone. */
  readonly expiresAt: number;
  /** Incremented by each change of `sealed`, so that only one of two renewals wins. */
  readonly revision: number;
}

/** Stores sessions. Consoles with different keys may share it. */
export interface SessionStore {
  insert(session: StoredSession): Promise<void>;
  find(key: string): Promise<StoredSession | undefined>;
  /** How many are open at a time, in milliseconds since the epoch. */
  countOpen(now: number): Promise<number>;
  /** The sessions of an account, most recently used first. */
  ofOwner(owner: string): Promise<readonly StoredSession[]>;
  /** The sessions of all accounts that are open at a time, most recently used first. */
  open(now: number, limit: number): Promise<readonly StoredSession[]>;
  /** Those of these sessions that are open at a time. */
  openOf(keys: readonly string[], now: number): Promise<ReadonlySet<string>>;
  /** Records when the session was last used, and when it will end. */
  touch(key: string, usedAt: number, expiresAt: number): Promise<void>;
  /** Replaces the sealed content if the session still has this revision; false otherwise. */
  reseal(key: string, revision: number, sealed: Uint8Array): Promise<boolean>;
  /** False where there was none. */
  delete(key: string): Promise<boolean>;
  /** Removes a limited number of sessions that had ended by this time. */
  takeExpired(now: number, limit: number): Promise<readonly StoredSession[]>;
}
