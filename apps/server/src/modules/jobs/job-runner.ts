import { randomUUID } from 'node:crypto';
import { JobRequest } from '@stowage/contract/jobs';
import type { S3Client } from '@stowage/storage-client/s3';
import { ConsoleError } from '../../console-error.ts';
import type { Session } from '../../sessions/session.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import type { ClaimedJob, JobEnding, JobStore } from '../../state/job-store.ts';
import { storageError } from '../../upstream/storage-errors.ts';
import { Interruption } from './interruption.ts';
import { readProgress } from './job-progress.ts';
import { JobRecord } from './job-record.ts';
import { abandonJob, type JobWork, runJob } from './run-job.ts';

/** How long the job of a killed console waits. */
const LEASE_MS = 10_000;
/** How often leases are renewed, sessions checked, and the queue polled. */
const TICK_MS = 2000;
/** Jobs that one console runs at the same time. */
const MAX_RUNNING = 4;
/** Jobs of one account that run at the same time on all consoles together. */
const MAX_PER_OWNER = 2;

export interface JobRunnerOptions {
  readonly store: JobStore;
  readonly sessions: Pick<Sessions, 'ofKey'>;
  readonly s3Of: (session: Session) => S3Client;
  readonly log: {
    info(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
}

/** Runs queued jobs, each with the permissions of the session it belongs to. */
export interface JobRunner {
  start(): void;
  /** Checks the queue immediately. */
  wake(): void;
  /** Returns running jobs to the queue for another console or the next start. */
  stop(): Promise<void>;
}

export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { store, log } = options;
  const running = new Map<Promise<void>, AbortController>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isOpen = false;
  /** Whether it was already reported that the queue cannot be read: once, not every two seconds. */
  let isTold = false;
  let isAsked = false;

  async function look(): Promise<void> {
    while (isOpen && running.size < MAX_RUNNING) {
      // Unique per run: after a clock jump a job may be claimed again while it is still running,
      // and then only the later run continues.
      const holder = randomUUID();
      const job = await store.claim(holder, LEASE_MS, MAX_PER_OWNER);
      if (!job) return;
      const stop = new AbortController();
      const run = runClaimed(options, holder, job, stop)
        .catch((err: unknown) => log.error({ err, job: job.id }, 'a job was left to its lease'))
        .finally(() => {
          running.delete(run);
          wake();
        });
      running.set(run, stop);
    }
  }

  function wake(): void {
    // A check already under way may have missed what was just queued.
    isAsked = looking !== undefined;
    if (!isOpen || looking) return;
    looking = look()
      .then(
        () => {
          isTold = false;
        },
        (err: unknown) => {
          if (!isTold) log.error({ err }, 'the queue of jobs cannot be read');
          isTold = true;
        },
      )
      .finally(() => {
        looking = undefined;
        if (isAsked) wake();
      });
  }

  return {
    start() {
      isOpen = true;
      timer = setInterval(wake, TICK_MS).unref();
      wake();
    },
    wake,
    async stop() {
      isOpen = false;
      clearInterval(timer);
      await looking;
      for (const stop of running.values()) stop.abort(new Interruption('stopping'));
      await Promise.all(running.keys());
    },
  };
}

async function runClaimed(
  { store, sessions, s3Of, log }: JobRunnerOptions,
  holder: string,
  job: ClaimedJob,
  stop: AbortController,
): Promise<void> {
  const interrupt = (reason: Interruption['reason']) => stop.abort(new Interruption(reason));
  const record = new JobRecord({
    ...{ id: job.id, holder, leaseMs: LEASE_MS, store },
    progress: readProgress(job.progress),
    onCancel: () => interrupt('canceled'),
  });
  let session = await sessions.ofKey(job.session);
  const s3 = () => {
    if (!session) throw new Interruption('session-ended');
    return s3Of(session);
  };
  const { signal } = stop;
  const request = JobRequest.parse(JSON.parse(job.request));
  const work: JobWork = { id: job.id, request, record, s3, store, signal };

  /** The session may have been renewed, or have ended. */
  async function tick(): Promise<void> {
    await record.save();
    session = await sessions.ofKey(job.session);
    if (!session) interrupt('session-ended');
  }
  const timer = setInterval(() => {
    tick().catch((error: unknown) => {
      if (error instanceof Interruption || record.isStale) interrupt('lost');
    });
  }, TICK_MS).unref();
  try {
    const ending = await endingOf(work);
    if (!ending) return;
    await record.end(ending);
    const { state, code } = ending;
    log.info({ job: job.id, kind: request.kind, state, ...(code && { code }) }, 'job ended');
  } finally {
    clearInterval(timer);
  }

  async function endingOf(of: JobWork): Promise<Omit<JobEnding, 'progress'> | undefined> {
    try {
      await runJob(of);
      return { state: 'done', code: '', detail: '' };
    } catch (error) {
      const ending = endingFor(signal.aborted ? signal.reason : error);
      if (ending?.code === 'Internal') log.error({ err: error, job: job.id }, 'a job failed');
      if (ending && ending.state !== 'waiting' && session) await abandonJob(of);
      return ending;
    }
  }
}

/**
 * The final state of a job that could not continue; undefined if it is left to whoever takes it
 * over.
 */
function endingFor(error: unknown): Omit<JobEnding, 'progress'> | undefined {
  if (error instanceof Interruption) {
    switch (error.reason) {
      case 'canceled':
        return { state: 'canceled', code: '', detail: '' };
      case 'stopping':
        return { state: 'waiting', code: '', detail: '' };
      case 'session-ended':
        return { state: 'failed', code: 'SessionRequired', detail: '' };
      case 'lost':
        return undefined;
    }
  }
  const known = error instanceof ConsoleError ? error : storageError(error);
  if (known?.code === 'StateUnavailable') return undefined;
  return { state: 'failed', code: known?.code ?? 'Internal', detail: known?.detail ?? '' };
}
