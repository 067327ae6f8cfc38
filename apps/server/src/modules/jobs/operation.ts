import type { S3Client } from '@stowage/storage-client/s3';
import type { Step } from './job-progress.ts';

/** The outcome for an object. */
export type Outcome =
  | { readonly kind: 'done' | 'skipped' }
  | { readonly kind: 'failed'; readonly code: string; readonly detail: string };

export interface OperationContext {
  readonly s3: S3Client;
  readonly signal: AbortSignal;
  /** Records the outcome of a step. */
  readonly settle: (step: Step, outcome: Outcome) => void;
  /** Stores what has started before it is relied upon. */
  readonly save: () => Promise<void>;
}

/** What a job does with its objects. */
export interface Operation {
  /** Objects per batch. */
  readonly batch: number;
  /**
   * Whether steps are stored before they run, because a second read of the selection would not find
   * them again.
   */
  readonly remembers: boolean;
  /**
   * Determines the targets of the steps before any of them runs; steps without a target are
   * settled.
   */
  plan?(steps: readonly Step[], context: OperationContext): Promise<readonly Step[]>;
  /**
   * Runs each step and settles it. `again`: it may have been done already.
   * @throws errors that end or suspend the job: those that do not concern a single object
   */
  run(steps: readonly Step[], again: boolean, context: OperationContext): Promise<void>;
  /** Cleans up after steps that will not be continued. */
  abandon?(steps: readonly Step[], context: OperationContext): Promise<void>;
}

/** Why steps run: `again` if they may have been done already, `retried` if they failed before. */
export interface Attempt {
  readonly again: boolean;
  readonly retried: boolean;
}
