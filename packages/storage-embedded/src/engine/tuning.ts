import type { ChoiceLimits } from './upkeep/compaction-choice.ts';
import type { Clock } from './upkeep/throttle.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const DAY = 24 * 3600 * 1000;

/** Sizes and times of the engine; tests make them small. */
export interface Tuning {
  /** A segment of the log ends after the batch that makes it longer than this. */
  readonly segmentBytes: number;
  /** Contents up to this many bytes are kept in the log beside their record. */
  readonly inlineLimit: number;
  readonly compaction: ChoiceLimits;
  /** Share of the time that compaction may take. */
  readonly compactionShare: number;
  /** Milliseconds after which an upload that was not ended is aborted. */
  readonly uploadMaxAge: number;
  /** What the pace of scrubbing goes by; the time when absent. */
  readonly scrubClock?: Clock;
}

export const DEFAULT_TUNING: Tuning = {
  segmentBytes: 128 * MIB,
  inlineLimit: 128 * KIB,
  compaction: { minShare: 0.5, minBytes: 2 * MIB, smallBytes: 8 * MIB, maxSmall: 8 },
  compactionShare: 0.3,
  uploadMaxAge: 7 * DAY,
};
