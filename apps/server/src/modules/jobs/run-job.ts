import type { JobRequest } from '@stowage/contract/jobs';
import type { S3Client } from '@stowage/storage-client/s3';
import type { JobStore } from '../../state/job-store.ts';
import { type Place, type Progress, readStep, type Step } from './job-progress.ts';
import type { JobRecord } from './job-record.ts';
import type { Attempt, OperationContext } from './operation.ts';
import { operationOf } from './operations.ts';
import { withPatience } from './patience.ts';
import { countSelection, currentStep, readBatch, type SelectionSource } from './selection.ts';

/** A count that takes longer is reported as a lower bound. */
const COUNT_MS = 5000;
const RETRIED_AT_ONCE = 100;

export interface JobWork {
  readonly id: string;
  readonly request: JobRequest;
  readonly record: JobRecord;
  /** The storage server, accessed with the job's current permissions. */
  readonly s3: () => S3Client;
  readonly store: Pick<JobStore, 'failures'>;
  readonly signal: AbortSignal;
}

/**
 * Runs a job from where it stopped: first the steps that had started, then the failures if they are
 * to be retried, then the rest of the selection.
 * @throws errors that prevent it from continuing; the record holds its progress
 */
export async function runJob(work: JobWork): Promise<void> {
  const { record, signal } = work;
  const { progress } = record;
  if (progress.begun.length > 0) {
    const { begunAgain } = progress;
    await perform(work, progress.begun, { again: true, retried: begunAgain });
    if (!begunAgain) progress.place = progress.next;
    await record.save();
  }
  if (!progress.total) {
    progress.total = await withPatience(
      () => countSelection(sourceOf(work), performance.now() + COUNT_MS),
      signal,
    );
    await record.save();
  }
  while (progress.retry) await retrySome(work, progress.retry);
  while (progress.place) await doBatch(work, progress.place);
}

/** Cleans up after a job that is suspended. */
export async function abandonJob(work: JobWork): Promise<void> {
  const context = contextOf(work, { again: true, retried: false });
  await operationOf(work.request).abandon?.(work.record.progress.begun, context);
}

function sourceOf({ request, s3, signal }: JobWork): SelectionSource {
  const { bucket, selection } = request;
  const versions = request.kind === 'delete' && request.versions;
  const at = request.kind === 'restore' ? Date.parse(request.at) : undefined;
  return { s3: s3(), bucket, selection, versions, at, signal };
}

async function doBatch(work: JobWork, place: Place): Promise<void> {
  const { request, record, signal } = work;
  const { batch: size } = operationOf(request);
  const batch = await withPatience(() => readBatch(sourceOf(work), place, size), signal);
  const { progress } = record;
  progress.next = batch.next;
  await perform(work, batch.steps, { again: false, retried: false });
  progress.skipped += batch.skipped;
  progress.place = batch.next;
  await record.save();
}

/** Retries some of the failures; for an object that is gone there is nothing left to do. */
async function retrySome(
  work: JobWork,
  { after, upTo }: NonNullable<Progress['retry']>,
): Promise<void> {
  const { record, store, signal } = work;
  const { progress } = record;
  const page = await store.failures(work.id, after, RETRIED_AT_ONCE);
  const failures = page.filter(({ seq }) => seq <= upTo);
  const last = failures.at(-1);
  if (!last) {
    progress.retry = undefined;
    return record.save();
  }
  const steps: Step[] = [];
  for (const { item } of failures) {
    const step = readStep(item);
    const now = await withPatience(() => stepNow(work, step), signal);
    if (now) steps.push(now);
    else record.settle(step, { kind: 'skipped' }, { again: true, retried: true });
  }
  await perform(work, steps, { again: true, retried: true });
  progress.retry = { after: last.seq, upTo };
  await record.save();
}

/** A version is immutable; an object may have been replaced or deleted. */
async function stepNow(work: JobWork, step: Step): Promise<Step | undefined> {
  const { versionId, target } = step;
  if (versionId !== undefined) return step;
  const now = await currentStep(sourceOf(work), step.key);
  return now && { ...now, target };
}

/** Plans steps, stores that they have started, and runs them. */
async function perform(work: JobWork, steps: readonly Step[], attempt: Attempt): Promise<void> {
  const operation = operationOf(work.request);
  const { record, signal } = work;
  const context = contextOf(work, attempt);
  record.begin(steps, attempt.retried);
  await withPatience(async () => {
    if (operation.plan) record.begin(await operation.plan(record.left(), context), attempt.retried);
  }, signal);
  if (operation.remembers && record.left().length > 0) await record.save();
  await withPatience(async (tried) => {
    if (record.left().length > 0) {
      await operation.run(record.left(), attempt.again || tried, context);
    }
  }, signal);
}

function contextOf({ record, s3, signal }: JobWork, attempt: Attempt): OperationContext {
  return {
    get s3() {
      return s3();
    },
    signal,
    settle: (step, outcome) => record.settle(step, outcome, attempt),
    save: () => record.save(),
  };
}
