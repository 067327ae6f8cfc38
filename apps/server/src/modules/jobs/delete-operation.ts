import type { JobRequest } from '@stowage/contract/jobs';
import { boundedParallel } from '../../bounded-parallel.ts';
import { lockOf } from '../../upstream/lock-of.ts';
import { storageRefusal } from '../../upstream/storage-errors.ts';
import type { Step } from './job-progress.ts';
import type { Operation, OperationContext } from './operation.ts';

type DeleteRequest = Extract<JobRequest, { kind: 'delete' }>;

/** The S3 limit of one DeleteObjects call. */
const BATCH = 1000;
const LOOKS_AT_ONCE = 8;

/** Deletes objects or versions. Deleted ones are not found again, so no steps have to be stored. */
export function deletion({ bucket }: DeleteRequest): Operation {
  return {
    batch: BATCH,
    remembers: false,
    async run(steps, _again, { s3, signal, settle }) {
      const objects = steps.map(({ key, versionId }) => ({ key, versionId }));
      const { failures } = await s3.deleteObjects({ bucket, objects, signal });
      const failed = new Map(failures.map((failure) => [idOf(failure), failure]));
      await boundedParallel(steps, LOOKS_AT_ONCE, async (step) => {
        // Some servers omit the version that they refused to delete.
        const failure = failed.get(idOf(step)) ?? failed.get(idOf({ key: step.key }));
        settle(step, failure ? await refusal(step, failure, { s3, signal }) : { kind: 'done' });
      });
    },
  };

  /** Servers report a lock like any other denial; the version itself tells whether it is locked. */
  async function refusal(
    { key, versionId }: Step,
    { code, message }: { readonly code: string; readonly message: string },
    { s3, signal }: Pick<OperationContext, 's3' | 'signal'>,
  ) {
    const lock =
      versionId === undefined ? undefined : await lockOf(s3, { bucket, key, versionId, signal });
    const known = storageRefusal(code, message);
    return lock === undefined
      ? ({ kind: 'failed', code: known.code, detail: known.detail } as const)
      : ({ kind: 'failed', code: 'ObjectLocked', detail: lock } as const);
  }
}

function idOf({ key, versionId }: Pick<Step, 'key' | 'versionId'>): string {
  return `${versionId ?? ''}\n${key}`;
}
