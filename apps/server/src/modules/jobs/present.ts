import { Job, type JobFailure, type JobRequest } from '@stowage/contract/jobs';
import type { StoredFailure, StoredJob } from '../../state/job-store.ts';
import { isUnfinished, readProgress, readStep } from './job-progress.ts';

/** Summarises a request for lists, since its selection may be megabytes long. */
const Summary = Job.pick({
  ...{ kind: true, bucket: true, items: true, name: true, search: true },
  ...{ target: true, versions: true, at: true, status: true },
});

export function summaryOf(request: JobRequest): string {
  const { kind, bucket, selection } = request;
  const about =
    'items' in selection
      ? { items: selection.items.length, name: selection.items[0] ?? '' }
      : { items: 0, name: selection.prefix, search: selection.search };
  const more = {
    ...('versions' in request && { versions: request.versions }),
    ...('target' in request && { target: request.target }),
    ...(request.kind === 'restore' && { at: request.at }),
    ...(request.kind === 'legal-hold' && { status: request.status }),
  };
  return JSON.stringify({ kind, bucket, ...about, ...more });
}

/** Presents the jobs of known kinds: others belong to a newer console that shares the state. */
export function presentJobs(stored: readonly StoredJob[]): Job[] {
  const isKnown = ({ summary }: StoredJob) => Summary.safeParse(JSON.parse(summary)).success;
  return stored.filter(isKnown).map(presentJob);
}

/** A job as its owner sees it. */
export function presentJob(stored: StoredJob): Job {
  const { id, state, code, detail, createdAt, updatedAt } = stored;
  const progress = readProgress(stored.progress);
  const { done, skipped, failed, total } = progress;
  const hasEnded = state !== 'waiting' && state !== 'running';
  return {
    ...{ id, ...Summary.parse(JSON.parse(stored.summary)), state, done, skipped, failed },
    ...(code !== '' && { failure: { code, detail } }),
    ...(total && { total }),
    retriable: hasEnded && isUnfinished(progress),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}

export function presentFailure({ item, code, detail }: StoredFailure): JobFailure {
  const { key, versionId } = readStep(item);
  return { key, ...(versionId !== undefined && { versionId }), code, detail };
}
