/** A drive of the set, and what it can be counted on for. */
export interface DriveHealth {
  /** Its place in the set, from 0; records name it. */
  readonly slot: number;
  /** '' while it is not known where the drive is. */
  readonly path: string;
  readonly uuid: string;
  /**
   * 'away': it may hold what nobody else has and cannot be used now. 'filling': it works and may
   * still lack copies. 'vacant': an administrator gave up what was in this slot.
   */
  readonly state: 'ok' | 'filling' | 'away' | 'vacant';
  /** Why it is not 'ok', in words. */
  readonly reason?: string;
}

/** How far a store has all that it should have. Plain data. */
export interface StoreHealth {
  readonly drives: readonly DriveHealth[];
  /** Configured directories that are not used, with the reason and what can be done, in words. */
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
  /** Why writes are refused now, in a sentence; absent when they are taken. */
  readonly writesRefused?: string;
  /**
   * Whether at least one copy of everything is known to be on the drives that work. Otherwise
   * nothing is compacted, swept or removed.
   */
  readonly complete: boolean;
  /** Ids of segments of the log that no drive in use has: their objects cannot be read now. */
  readonly unreadableSegments: readonly number[];
}
