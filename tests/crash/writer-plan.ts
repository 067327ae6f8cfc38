import type { Tuning } from '../../packages/storage-embedded/src/engine/tuning.ts';
import type { Step } from './ledger.ts';

/** What happens to a store at work, after so many steps of its clients. */
export interface Happening {
  readonly after: number;
  /**
   * 'take' has a drive gone, 'empty' with an empty directory in its place, 'back' ends
   * that; 'poll' has the store look at its drives, 'remember' keeps a copy of the index.
   */
  readonly act: 'take' | 'empty' | 'back' | 'poll' | 'remember';
  /** Of the drive; 0 where it means none. */
  readonly slot: number;
}

/** What a writer is to do. */
export interface WriterPlan {
  readonly root: string;
  readonly seed: number;
  /** Unlike for each writer of a store, so that no two contents are alike. */
  readonly session: number;
  readonly segmentBytes: number;
  /** Steps, refused ones too, after which it ends; without it it goes on until it is killed. */
  readonly steps?: number;
  readonly end: 'kill' | 'close';
  readonly happenings: readonly Happening[];
  /** Whether errors that the store logs go to the error output. */
  readonly tellsErrors: boolean;
}

/** A line of a writer's output. */
export type WriterSays =
  | { readonly kind: 'ready' }
  | { readonly kind: 'begin' | 'done' | 'refused' | 'unreadable'; readonly step: Step };

/** Sizes with which segments end and are compacted after a few steps. */
export function crashTuning({ segmentBytes }: { segmentBytes: number }): Partial<Tuning> {
  return {
    segmentBytes,
    inlineLimit: segmentBytes / 16,
    compaction: { minShare: 0.3, minBytes: 1024, smallBytes: segmentBytes / 8, maxSmall: 4 },
    compactionShare: 1,
  };
}
