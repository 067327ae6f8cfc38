import type { Tuning } from '../../packages/storage-embedded/src/engine/tuning.ts';
import type { Step } from './ledger.ts';

/** An event in a working store, after a number of client steps. */
export interface Happening {
  readonly after: number;
  /**
   * 'take' removes a drive, 'empty' leaves an empty directory in its place, 'back' restores it;
   * 'poll' makes the store check its drives, 'remember' copies the index.
   */
  readonly act: 'take' | 'empty' | 'back' | 'poll' | 'remember';
  /** The drive; 0 if not applicable. */
  readonly slot: number;
}

/** The task of a writer. */
export interface WriterPlan {
  readonly root: string;
  readonly seed: number;
  /** Differs for each writer of a store, so that all contents are distinct. */
  readonly session: number;
  readonly segmentBytes: number;
  /**
   * Number of steps, including refused ones, after which it exits; if absent, it runs until it is
   * killed.
   */
  readonly steps?: number;
  readonly end: 'kill' | 'close';
  readonly happenings: readonly Happening[];
  /** Whether errors logged by the store go to standard error. */
  readonly tellsErrors: boolean;
}

/** A line of a writer's output. */
export type WriterSays =
  | { readonly kind: 'ready' }
  | { readonly kind: 'begin' | 'done' | 'refused' | 'unreadable'; readonly step: Step };

/** Sizes at which segments fill up and are compacted after a few steps. */
export function crashTuning({ segmentBytes }: { segmentBytes: number }): Partial<Tuning> {
  return {
    segmentBytes,
    inlineLimit: segmentBytes / 16,
    compaction: { minShare: 0.3, minBytes: 1024, smallBytes: segmentBytes / 8, maxSmall: 4 },
    compactionShare: 1,
  };
}
