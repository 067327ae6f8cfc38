/** A session as it is kept: what would open anything is in `sealed` or hashed. */
export interface StoredSession {
  /** Hash of the cookie's value, in hex. */
  readonly key: string;
  /** What was encrypted by the sealer; only this console can read it. */
  readonly sealed: Uint8Array;
  /** Times are milliseconds since the epoch. */
  readonly createdAt: number;
  readonly usedAt: number;
  /** Raised by each change of `sealed`, so that of two renewals one wins. */
  readonly revision: number;
}

/** Where sessions are kept. */
export interface SessionStore {
  insert(session: StoredSession): Promise<void>;
  find(key: string): Promise<StoredSession | undefined>;
  /** Notes when the session was used last. */
  touch(key: string, usedAt: number): Promise<void>;
  /** Replaces what is sealed, if the session still has this revision; false otherwise. */
  reseal(key: string, revision: number, sealed: Uint8Array): Promise<boolean>;
  delete(key: string): Promise<void>;
  /** Deletes what was created or used last before these times. */
  deleteOlder(createdBefore: number, usedBefore: number): Promise<void>;
}
