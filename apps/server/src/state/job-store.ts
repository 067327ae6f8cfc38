/** How a job stands. 'failed' is one that ended before its end; single objects fail in a 'done' one too. */
export const JOB_STATES = ['waiting', 'running', 'done', 'canceled', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** A job as it is kept. What it does and how far it is are texts that only the jobs' module reads. */
export interface StoredJob {
  readonly id: string;
  /** Tag of the account, as sessions have it. */
  readonly owner: string;
  /** Key of the session whose rights it uses: opens nothing, and the session ends with its own row. */
  readonly session: string;
  /** What its owner is shown of it. */
  readonly summary: string;
  readonly progress: string;
  readonly state: JobState;
  /** A code of the error table where it failed; '' otherwise. */
  readonly code: string;
  readonly detail: string;
  /** Times are milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A job for the console that runs it. */
export interface ClaimedJob extends StoredJob {
  /** All that was asked for: too much for a list. */
  readonly request: string;
}

export type NewJob = Pick<StoredJob, 'id' | 'owner' | 'session' | 'summary' | 'progress'> & {
  readonly request: string;
};

/** How a job ended. */
export interface JobEnding extends Pick<StoredJob, 'progress' | 'code' | 'detail'> {
  readonly state: Exclude<JobState, 'running'>;
}

/** What could not be done with one object. */
export interface StoredFailure {
  /** Names the object within the job; the same when it fails again. */
  readonly id: string;
  /** In the order in which they failed first, from 1. */
  readonly seq: number;
  readonly item: string;
  readonly code: string;
  readonly detail: string;
}

/** The queue of jobs and the history of them. Consoles that share it do each job on one of them. */
export interface JobStore {
  /** False where the owner has so many that wait or run already. */
  insert(job: NewJob, maxOpen: number): Promise<boolean>;
  find(owner: string, id: string): Promise<StoredJob | undefined>;
  /** What a job was asked to do, which may be megabytes; undefined once it is removed. */
  requestOf(id: string): Promise<string | undefined>;
  /** How many there are of each state; of those that are kept. */
  counts(): Promise<Readonly<Record<JobState, number>>>;
  /** The owner's jobs, the newest first. */
  ofOwner(owner: string, limit: number): Promise<readonly StoredJob[]>;
  /**
   * The job that has waited longest, or whose console has not been heard of; it belongs to the
   * holder for so many milliseconds. Owners who have `perOwner` jobs running wait.
   */
  claim(holder: string, milliseconds: number, perOwner: number): Promise<ClaimedJob | undefined>;
  /** Keeps a job and notes how far it is. Undefined where it is no longer this holder's. */
  hold(
    id: string,
    holder: string,
    milliseconds: number,
    progress: string,
  ): Promise<{ readonly canceled: boolean } | undefined>;
  /** False where it is no longer this holder's. 'waiting' gives it back to the queue. */
  end(id: string, holder: string, ending: JobEnding): Promise<boolean>;
  /** Asks for its end; one that no console runs ends at once. False where none waits or runs. */
  cancel(owner: string, id: string): Promise<boolean>;
  /** Puts a job that has ended back into the queue, with the rights of this session. */
  requeue(
    job: Pick<StoredJob, 'id' | 'owner' | 'session' | 'progress'>,
    maxOpen: number,
  ): Promise<boolean>;
  /** Forgets a job that has ended. False where there is none. */
  remove(owner: string, id: string): Promise<boolean>;
  /** Forgets all of the owner's jobs that have ended. */
  removeEnded(owner: string): Promise<void>;
  /** Notes failures; one that is known is told anew in its place. */
  addFailures(id: string, failures: readonly StoredFailure[]): Promise<void>;
  /** Failures behind a sequence number, in their order. */
  failures(id: string, after: number, limit: number): Promise<readonly StoredFailure[]>;
  dropFailures(id: string, failures: readonly string[]): Promise<void>;
  /** Drops what ended before a time, of each owner all but the newest that ended, and failures of no job. */
  prune(before: number, perOwner: number): Promise<void>;
}
