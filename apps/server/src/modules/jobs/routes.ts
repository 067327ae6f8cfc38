import { randomUUID } from 'node:crypto';
import type { HandlerInput } from '@stowage/contract/endpoint';
import * as contract from '@stowage/contract/jobs';
import type { S3Client } from '@stowage/storage-client/s3';
import { ConsoleError } from '../../console-error.ts';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import type { Session } from '../../sessions/session.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import type { JobStore } from '../../state/job-store.ts';
import type { StorageAccess } from '../../upstream/storage.ts';
import { checkRequest, checkSelection } from './check-request.ts';
import { checkRights } from './check-rights.ts';
import { isUnfinished, newProgress, readProgress } from './job-progress.ts';
import type { JobRunner } from './job-runner.ts';
import { presentFailure, presentJob, presentJobs, summaryOf } from './present.ts';
import { countSelection } from './selection.ts';

const PREVIEW_MS = 2000;
const FAILURES_PAGE = 100;
const MAX_LISTED = contract.MAX_OPEN_JOBS + contract.MAX_KEPT_JOBS;
/** Ten thousand names of maximum length. */
const SELECTION_LIMITS = { body: 32 * 1024 * 1024 };

export interface JobRoutesOptions {
  readonly store: JobStore;
  readonly sessions: Pick<Sessions, 'ownerOf'>;
  readonly storage: StorageAccess;
  readonly runner: Pick<JobRunner, 'wake'>;
}

/** The jobs of an account: preview, start, list, cancel, retry and delete. */
export function jobRoutes(options: JobRoutesOptions): RouteModule {
  const [begin, forget] = [openJobRoutes(options), endedJobRoutes(options)];
  return (routes) => {
    begin(routes);
    forget(routes);
  };
}

function endedJobRoutes({ store, sessions }: JobRoutesOptions): RouteModule {
  return ({ serve }) => {
    serve(contract.removeJob, async ({ session, params }) => {
      if (await store.remove(sessions.ownerOf(session), params.job)) return;
      throw new ConsoleError('NotFound', { detail: 'There is no such job that has ended.' });
    });

    serve(contract.removeEndedJobs, async ({ session }) => {
      await store.removeEnded(sessions.ownerOf(session));
    });
  };
}

function openJobRoutes({ store, sessions, storage, runner }: JobRoutesOptions): RouteModule {
  /** Other accounts' jobs are reported as missing, so that their names are not revealed. */
  async function jobOf(session: Session, id: string) {
    const job = await store.find(sessions.ownerOf(session), id);
    if (!job) throw noSuchJob();
    return job;
  }

  return ({ serve }) => {
    serve(contract.listJobs, async ({ session }) => {
      const jobs = await store.ofOwner(sessions.ownerOf(session), MAX_LISTED);
      return { jobs: presentJobs(jobs) };
    });

    serve(
      contract.previewJob,
      ({ session, body, signal }) => preview(storage.clientsOf(session).s3, body, signal),
      SELECTION_LIMITS,
    );

    serve(
      contract.startJob,
      async ({ session, body, signal }) => {
        const request = checkRequest(body);
        await refuseInVain(storage, { session, request, signal });
        const id = randomUUID();
        const job = {
          ...{ id, owner: sessions.ownerOf(session), session: session.key },
          ...{ request: JSON.stringify(request), summary: summaryOf(request) },
          progress: newProgress(),
        };
        if (!(await store.insert(job, contract.MAX_OPEN_JOBS))) {
          throw new ConsoleError('TooManyJobs');
        }
        runner.wake();
        return presentJob(await jobOf(session, id));
      },
      SELECTION_LIMITS,
    );

    serve(contract.listJobFailures, async ({ session, params, query }) => {
      const { id } = await jobOf(session, params.job);
      const limit = query.limit ?? FAILURES_PAGE;
      const failures = await store.failures(id, query.cursor ?? 0, limit);
      const last = failures.length === limit ? failures.at(-1) : undefined;
      return { failures: failures.map(presentFailure), ...(last && { next: last.seq }) };
    });

    serve(contract.cancelJob, async ({ session, params }) => {
      await store.cancel(sessions.ownerOf(session), params.job);
      return presentJob(await jobOf(session, params.job));
    });

    serve(contract.retryJob, async ({ session, params, signal }) => {
      const job = await jobOf(session, params.job);
      if (job.state === 'waiting' || job.state === 'running') return presentJob(job);
      const progress = readProgress(job.progress);
      if (!isUnfinished(progress)) {
        throw new ConsoleError('InvalidInput', { detail: 'The job has nothing left to do.' });
      }
      const asked = await store.requestOf(job.id);
      if (asked === undefined) throw noSuchJob();
      const request = contract.JobRequest.parse(JSON.parse(asked));
      await refuseInVain(storage, { session, request, signal });
      progress.retry = { after: 0, upTo: progress.lastFailure };
      const again = {
        ...{ id: job.id, owner: job.owner, session: session.key },
        progress: JSON.stringify(progress),
      };
      if (!(await store.requeue(again, contract.MAX_OPEN_JOBS))) {
        throw new ConsoleError('TooManyJobs');
      }
      runner.wake();
      return presentJob(await jobOf(session, job.id));
    });
  };
}

const noSuchJob = () => new ConsoleError('NotFound', { detail: 'There is no such job.' });

interface Wanted {
  readonly session: Session;
  readonly request: contract.JobRequest;
  readonly signal: AbortSignal;
}

/** Rejects a job before it starts if the policies of the session's account allow none of it. */
async function refuseInVain(storage: StorageAccess, { session, request, signal }: Wanted) {
  const { policy } = await storage.accountOf(session, signal);
  checkRights(request, policy.documents);
}

/** Counts the objects of a job for up to two seconds. */
function preview(
  s3: S3Client,
  body: HandlerInput<typeof contract.previewJob>['body'],
  signal: AbortSignal,
) {
  const { bucket, versions = false } = body;
  const at = body.at === undefined ? undefined : Date.parse(body.at);
  const source = { s3, bucket, selection: checkSelection(body), versions, at, signal };
  return countSelection(source, performance.now() + PREVIEW_MS);
}
