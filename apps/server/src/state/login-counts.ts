/** The state of the login limit. Times are milliseconds since the epoch, keys of any length. */
export interface LoginCounts {
  /**
   * Counts one attempt for a key; returns the number in its window, which starts with the first.
   */
  add(key: string, now: number, windowMs: number): Promise<number>;
  /** Takes back one attempt counted in the current window. */
  takeBack(key: string, now: number): Promise<void>;
  /**
   * Returns the milliseconds until this key's turn: turns are spaced by this distance. Undefined if
   * that would be more than `atMost`.
   */
  nextTurn(key: string, now: number, distance: number, atMost: number): Promise<number | undefined>;
  /** Remembers a key until then. */
  remember(key: string, until: number): Promise<void>;
  isRemembered(key: string, now: number): Promise<boolean>;
  /** Drops expired entries and, beyond this number of keys, those that expire next. */
  prune(now: number, atMost: number): Promise<void>;
}
