/** A drive of the set, and what it can be counted on for. */
export interface DriveHealth {
  /** Its place in the set, from 0; records name it. */
  readonly slot: number;
  /** '' while it is not known where the drive is. */
  readonly path: string;
  readonly uuid: string;
  /**
   * 'away': it may hold what nobody else has and cannot be used now. 'filling': it works and may
   * still lack copies. 'degraded': it works, and copies that it should have could not be made.
   * 'draining': what it has is moved to others. 'vacant': it was drained, or an administrator
   * gave up what was in this slot.
   */
  readonly state: 'ok' | 'filling' | 'degraded' | 'away' | 'draining' | 'vacant';
  /** Why it is not 'ok', in words. */
  readonly reason?: string;
  /** What to do about it, a sentence, where something is to be done. */
  readonly next?: string;
}

/** How fast and how often all copies are read. */
export interface ScrubPace {
  /** Milliseconds from the beginning of a pass to that of the next, at least. */
  readonly every: number;
  /** Share of the time that reading may take, from above 0 to 1. */
  readonly share: number;
  readonly bytesPerSecond: number;
  /** Longest rest between two reads, in milliseconds; a minute when absent. */
  readonly maxSleep?: number;
}

/** A pass over all copies. */
export interface ScrubPass {
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly bytes: number;
  /** Copies that were missing or damaged. */
  readonly damaged: number;
  /** Contents, and pieces of the log, without any good copy. */
  readonly lost: number;
}

export interface ScrubState {
  readonly enabled: boolean;
  readonly running?: Omit<ScrubPass, 'endedAt'>;
  readonly last?: ScrubPass;
}

/** A copy that is missing or damaged and could not be made again so far. */
export interface UnrepairedCopy {
  /** The segment of the log, or bucket and key of a content. */
  readonly what: string;
  readonly slot: number;
  /**
   * 'lost': no copy is good. 'away': a drive that may have a good one is out of use. 'failed': it
   * could not be written.
   */
  readonly problem: 'lost' | 'away' | 'failed';
  readonly error: string;
  /** What to do about it, a sentence. */
  readonly next: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** How far the copies that there should be were found to be there. */
export interface Redundancy {
  readonly unrepaired: readonly UnrepairedCopy[];
  /** Copies that are on drives which are away, as last counted. */
  readonly away: number;
  /** Copies made again since the store was opened. */
  readonly repaired: number;
  readonly scrub: ScrubState;
}

/** How far a drive is that is being drained. */
export interface DrainState {
  readonly slot: number;
  readonly path: string;
  /** Copies that are still on it. */
  readonly copies: number;
  readonly bytes: number;
  /** Why it cannot go on now, a sentence; it is tried again. */
  readonly problem?: string;
}

/** How far the filling of a drive is. */
export interface FillProgress {
  readonly slot: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Copies that were looked at. */
  readonly checked: number;
  readonly repaired: number;
  readonly failed: number;
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
  readonly redundancy: Redundancy;
  /** Of the drive that is being filled with the copies that it lacks. */
  readonly filling?: FillProgress;
  /** Of the drives that are being drained. */
  readonly draining: readonly DrainState[];
}
