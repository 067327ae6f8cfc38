/**
 * The state of a job. 'failed' means that it stopped early; single objects may fail in a 'done' one
 * too.
 */
export const JOB_STATES = ['waiting', 'running', 'done', 'canceled', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** A job as stored. Its request and progress are texts that only the jobs module parses. */
export interface StoredJob {
  readonly id: string;
  /** Tag of the account, as for sessions. */
  readonly owner: string;
  /**
   * Key of the session whose permissions it uses: grants no access, and the session ends with its
   * own row.
   */
  readonly session: string;
  /** The summary shown to its owner. */
  readonly summary: string;
  readonly progress: string;
  readonly state: JobState;
  /** A code of the error table if it failed; '' otherwise. */
  readonly code: string;
  readonly detail: string;
  /** Times are milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A job for the console that runs it. */
export interface ClaimedJob extends StoredJob {
  /** The full request: too long for a list. */
  readonly request: string;
}

export type NewJob = Pick<StoredJob, 'id' | 'owner' | 'session' | 'summary' | 'progress'> & {
  readonly request: string;
};

/** The final state of a job. */
export interface JobEnding extends Pick<StoredJob, 'progress' | 'code' | 'detail'> {
  readonly state: Exclude<JobState, 'running'>;
}

/** A failure of one object. */
export interface StoredFailure {
  /** Identifies the object within the job; the same if it fails again. */
  readonly id: string;
  /** In the order of their first failure, starting at 1. */
  readonly seq: number;
  readonly item: string;
  readonly code: string;
  readonly detail: string;
}

/** The queue and history of jobs. Among consoles that share it, each job runs on one. */
export interface JobStore {
  /** False if the owner has too many queued or running jobs. */
  insert(job: NewJob, maxOpen: number): Promise<boolean>;
  find(owner: string, id: string): Promise<StoredJob | undefined>;
  /** The request of a job, which may be megabytes long; undefined once it is removed. */
  requestOf(id: string): Promise<string | undefined>;
  /** The number of stored jobs in each state. */
  counts(): Promise<Readonly<Record<JobState, number>>>;
  /** The owner's jobs, newest first. */
  ofOwner(owner: string, limit: number): Promise<readonly StoredJob[]>;
  /**
   * Claims the longest-waiting job, or one whose console's lease has expired, for the given time.
   * Owners with `perOwner` running jobs have to wait.
   */
  claim(holder: string, milliseconds: number, perOwner: number): Promise<ClaimedJob | undefined>;
  /** Renews the lease on a job and stores its progress. Undefined if this holder has lost it. */
  hold(
    id: string,
    holder: string,
    milliseconds: number,
    progress: string,
  ): Promise<{ readonly canceled: boolean } | undefined>;
  /** False if this holder has lost it. 'waiting' returns it to the queue. */
  end(id: string, holder: string, ending: JobEnding): Promise<boolean>;
  /**
   * Requests cancellation; a job that no console is running ends immediately. False if none is
   * queued or running.
   */
  cancel(owner: string, id: string): Promise<boolean>;
  /** Puts a finished job back into the queue, with the permissions of this session. */
  requeue(
    job: Pick<StoredJob, 'id' | 'owner' | 'session' | 'progress'>,
    maxOpen: number,
  ): Promise<boolean>;
  /** Deletes a finished job. False if there is none. */
  remove(owner: string, id: string): Promise<boolean>;
  /** Deletes all finished jobs of the owner. */
  removeEnded(owner: string): Promise<void>;
  /** Stores failures; an existing one is updated in place. */
  addFailures(id: string, failures: readonly StoredFailure[]): Promise<void>;
  /** Returns failures after a sequence number, in order. */
  failures(id: string, after: number, limit: number): Promise<readonly StoredFailure[]>;
  dropFailures(id: string, failures: readonly string[]): Promise<void>;
  /**
   * Drops jobs that ended before a time, each owner's finished jobs beyond the newest ones, and
   * orphaned failures.
   */
  prune(before: number, perOwner: number): Promise<void>;
}
