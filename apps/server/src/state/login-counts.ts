/** What the login limit remembers. Times are milliseconds since the epoch, keys of any length. */
export interface LoginCounts {
  /** Counts one attempt for a key; gives how many there were in its window, which begins with the first. */
  add(key: string, now: number, windowMs: number): Promise<number>;
  /** Takes one back that was counted in the window that is open now. */
  takeBack(key: string, now: number): Promise<void>;
  /**
   * The milliseconds until it is this key's turn: turns follow each other at this distance.
   * Undefined when that would be more than `atMost`.
   */
  nextTurn(key: string, now: number, distance: number, atMost: number): Promise<number | undefined>;
  /** Remembers a key until then. */
  remember(key: string, until: number): Promise<void>;
  isRemembered(key: string, now: number): Promise<boolean>;
  /** Drops what has passed and, beyond so many keys, what passes next. */
  prune(now: number, atMost: number): Promise<void>;
}
