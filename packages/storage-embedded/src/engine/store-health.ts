/** A drive of the set and its state. */
export interface DriveHealth {
  /** Slot number in the set, from 0; records refer to it. */
  readonly slot: number;
  /** '' while the drive's location is unknown. */
  readonly path: string;
  readonly uuid: string;
  /**
   * 'away': unavailable, and it may have the only copy of something. 'filling': working, but it may
   * still lack copies. 'degraded': working, but some of its copies could not be made. 'draining':
   * its content is being moved to other drives. 'vacant': it was drained, or an administrator gave
   * up what was in this slot.
   */
  readonly state: 'ok' | 'filling' | 'degraded' | 'away' | 'draining' | 'vacant';
  /** Why it is not 'ok', as text. */
  readonly reason?: string;
  /** What to do about it, as a sentence, if anything. */
  readonly next?: string;
}

/** How often all copies are read and how fast. */
export interface ScrubPace {
  /** Minimum time in milliseconds between the starts of two passes. */
  readonly every: number;
  /** Share of the time that may be spent reading, greater than 0 and at most 1. */
  readonly share: number;
  readonly bytesPerSecond: number;
  /** Longest pause between two reads in milliseconds; default one minute. */
  readonly maxSleep?: number;
}

/** A scrub pass. */
export interface ScrubPass {
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly bytes: number;
  /** Copies that were missing or damaged. */
  readonly damaged: number;
  /** Contents and ranges of the log without any good copy. */
  readonly lost: number;
}

export interface ScrubState {
  readonly enabled: boolean;
  readonly running?: Omit<ScrubPass, 'endedAt'>;
  readonly last?: ScrubPass;
}

/** A missing or damaged copy that could not be repaired so far. */
export interface UnrepairedCopy {
  /** The log segment, or the bucket and key of a content. */
  readonly what: string;
  readonly slot: number;
  /**
   * 'lost': there is no good copy. 'away': a drive that may have one is out of use. 'failed':
   * writing it failed.
   */
  readonly problem: 'lost' | 'away' | 'failed';
  readonly error: string;
  /** What to do about it, as a sentence. */
  readonly next: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** How many of the expected copies have been found. */
export interface Redundancy {
  readonly unrepaired: readonly UnrepairedCopy[];
  /** Copies on drives that are away, as last counted. */
  readonly away: number;
  /** Copies repaired since the store was opened. */
  readonly repaired: number;
  readonly scrub: ScrubState;
}

/** Progress of a drive that is being drained. */
export interface DrainState {
  readonly slot: number;
  readonly path: string;
  /** Copies still on it. */
  readonly copies: number;
  readonly bytes: number;
  /** Why it cannot continue at the moment, as a sentence; it is retried. */
  readonly problem?: string;
}

/** Progress of filling a drive. */
export interface FillProgress {
  readonly slot: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Copies checked so far. */
  readonly checked: number;
  readonly repaired: number;
  readonly failed: number;
}

/** Whether a store has everything it should have, as plain data. */
export interface StoreHealth {
  readonly drives: readonly DriveHealth[];
  /** Configured directories that are not used, with the reason and what can be done, as text. */
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
  /** Why writes are currently refused, as a sentence; absent while they are accepted. */
  readonly writesRefused?: string;
  /**
   * Whether the working drives are known to have at least one copy of everything. Otherwise nothing
   * is compacted, swept or removed.
   */
  readonly complete: boolean;
  /**
   * Ids of log segments that are on no drive in use: their objects cannot be read at the moment.
   */
  readonly unreadableSegments: readonly number[];
  readonly redundancy: Redundancy;
  /** Progress of the drive that is currently being filled with missing copies. */
  readonly filling?: FillProgress;
  /** Progress of the drives that are being drained. */
  readonly draining: readonly DrainState[];
}
