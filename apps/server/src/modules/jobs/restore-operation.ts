import type { JobRequest } from '@stowage/contract/jobs';
import { boundedParallel } from '../../bounded-parallel.ts';
import { copyObject, dropUpload } from './copy-object.ts';
import type { Step } from './job-progress.ts';
import type { Operation, OperationContext } from './operation.ts';
import { currentStep } from './selection.ts';
import { stepFailure } from './step-failure.ts';

type RestoreRequest = Extract<JobRequest, { kind: 'restore' }>;

const BATCH = 100;
const AT_ONCE = 8;

/**
 * Makes earlier versions current again by copying each onto its own key. Steps are stored: on a
 * second read, a restored version would look as if it still had to be restored.
 */
export function restoring({ bucket }: RestoreRequest): Operation {
  return {
    batch: BATCH,
    remembers: true,
    async run(steps, again, context) {
      await boundedParallel(steps, AT_ONCE, async (step) => {
        try {
          if (!again || !(await isCurrent(bucket, step, context))) {
            await restoreOne(bucket, step, context);
          }
          context.settle(step, { kind: 'done' });
        } catch (error) {
          const outcome = stepFailure(error);
          await abandonStep(bucket, step, context);
          context.settle(step, outcome);
        }
      });
    },
    async abandon(steps, context) {
      await boundedParallel(steps, AT_ONCE, (step) => abandonStep(bucket, step, context));
    },
  };
}

/** Whether the previous run already made the copy, which has the ETag of its version. */
async function isCurrent(
  bucket: string,
  { key, etag, size }: Step,
  { s3, signal }: OperationContext,
): Promise<boolean> {
  const now = await currentStep({ s3, bucket, signal }, key);
  return now !== undefined && now.etag === etag && now.size === size;
}

async function restoreOne(
  bucket: string,
  step: Step,
  { s3, signal, save }: OperationContext,
): Promise<void> {
  const { key, versionId, size, uploadId } = step;
  await copyObject(s3, {
    source: { bucket, key, versionId },
    ...{ bucket, key, size, uploadId, signal },
    keep: { metadata: true, tags: true },
    restores: true,
    async onUpload(id) {
      step.uploadId = id;
      await save();
    },
  });
}

/** Aborts the upload of a version that will not be restored. */
async function abandonStep(bucket: string, step: Step, { s3 }: OperationContext) {
  const { key, uploadId } = step;
  if (uploadId === undefined) return;
  step.uploadId = undefined;
  await dropUpload(s3, { bucket, key, uploadId });
}
