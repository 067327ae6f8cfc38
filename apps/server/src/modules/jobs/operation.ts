import type { S3Client } from '@stowage/storage-client/s3';
import type { Step } from './job-progress.ts';

/** What became of an object. */
export type Outcome =
  | { readonly kind: 'done' | 'skipped' }
  | { readonly kind: 'failed'; readonly code: string; readonly detail: string };

export interface OperationContext {
  readonly s3: S3Client;
  readonly signal: AbortSignal;
  /** Notes what became of a step. */
  readonly settle: (step: Step, outcome: Outcome) => void;
  /** Stores what has begun, before it is relied on. */
  readonly save: () => Promise<void>;
}

/** What a job does with its objects. */
export interface Operation {
  /** Objects at once. */
  readonly batch: number;
  /** Whether the steps are stored before they are done, since a second time would not find them again. */
  readonly remembers: boolean;
  /** Decides where the steps lead, before any of them is done; those that lead nowhere are settled. */
  plan?(steps: readonly Step[], context: OperationContext): Promise<readonly Step[]>;
  /**
   * Does each step and settles it. `again`: it may have been done already.
   * @throws what ends the job or makes it wait: failures that are not those of one object
   */
  run(steps: readonly Step[], again: boolean, context: OperationContext): Promise<void>;
  /** Tidies up behind steps that are not gone on with. */
  abandon?(steps: readonly Step[], context: OperationContext): Promise<void>;
}

/** How steps come to be done: `again` where they may have been done, `retried` where they failed before. */
export interface Attempt {
  readonly again: boolean;
  readonly retried: boolean;
}
