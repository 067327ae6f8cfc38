import type { ChoiceLimits } from './upkeep/compaction-choice.ts';
import type { Clock } from './upkeep/throttle.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const DAY = 24 * 3600 * 1000;

/** Limits and intervals of the engine; tests make them small. */
export interface Tuning {
  /** A log segment ends after the batch that takes it past this size. */
  readonly segmentBytes: number;
  /** Contents up to this many bytes are stored in the log, in their record. */
  readonly inlineLimit: number;
  readonly compaction: ChoiceLimits;
  /** Share of the time that compaction may take. */
  readonly compactionShare: number;
  /** Milliseconds after which an incomplete upload is aborted. */
  readonly uploadMaxAge: number;
  /** Clock for pacing the scrub; default the system clock. */
  readonly scrubClock?: Clock;
}

export const DEFAULT_TUNING: Tuning = {
  segmentBytes: 128 * MIB,
  inlineLimit: 128 * KIB,
  compaction: { minShare: 0.5, minBytes: 2 * MIB, smallBytes: 8 * MIB, maxSmall: 8 },
  compactionShare: 0.3,
  uploadMaxAge: 7 * DAY,
};
