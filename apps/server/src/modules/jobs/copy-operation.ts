import { boundedParallel } from '../../bounded-parallel.ts';
import { ConsoleError } from '../../console-error.ts';
import { hasCode } from '../../upstream/has-code.ts';
import { storageError } from '../../upstream/storage-errors.ts';
import { copyObject, dropUpload } from './copy-object.ts';
import { type CopyRequest, headTarget, isCopied, type PlannedStep, planStep } from './copy-plan.ts';
import type { Step } from './job-progress.ts';
import type { Operation, OperationContext, Outcome } from './operation.ts';
import { stepFailure } from './step-failure.ts';

const BATCH = 100;
const AT_ONCE = 8;

/**
 * Copies objects within the storage server; moving deletes each original once its copy is verified.
 */
export function copying(request: CopyRequest): Operation {
  return {
    batch: BATCH,
    remembers: true,
    plan: (steps, context) => planSteps(request, steps, context),
    async run(steps, again, context) {
      await boundedParallel(steps, AT_ONCE, async (step) => {
        try {
          context.settle(step, await runStep(request, planned(step), again, context));
        } catch (error) {
          const outcome = stepFailure(error);
          await abandonStep(request, step, context);
          context.settle(step, outcome);
        }
      });
    },
    async abandon(steps, context) {
      await boundedParallel(steps, AT_ONCE, (step) => abandonStep(request, step, context));
    },
  };
}

async function planSteps(
  request: CopyRequest,
  steps: readonly Step[],
  context: OperationContext,
): Promise<readonly Step[]> {
  const view = { ...context, taken: new Set<string>() };
  const result: Step[] = [];
  // Sequential if names may collide: two objects must not take the same free name.
  const atOnce = request.conflict === 'overwrite' || !('items' in request.selection) ? AT_ONCE : 1;
  await boundedParallel(steps, atOnce, async (step) => {
    const plan = await planStep(request, step, view).catch(stepFailure);
    if ('target' in plan) result.push(plan);
    else context.settle(step, plan);
  });
  return result;
}

function planned(step: Step): PlannedStep {
  const { target } = step;
  if (target === undefined) throw new TypeError('a copy runs when its target is decided');
  return Object.assign(step, { target });
}

async function runStep(
  request: CopyRequest,
  step: PlannedStep,
  again: boolean,
  context: OperationContext,
): Promise<Outcome> {
  const { s3, signal } = context;
  if (again && (await isCopied(request, step, context))) {
    return request.kind === 'copy'
      ? { kind: 'done' }
      : removeOriginal(request, step, step.etag, context);
  }
  try {
    const etag = await copyObject(s3, {
      source: { bucket: request.bucket, key: step.key, ifMatch: step.etag },
      size: step.size,
      bucket: request.target.bucket,
      key: step.target,
      keep: request,
      uploadId: step.uploadId,
      signal,
      async onUpload(uploadId) {
        step.uploadId = uploadId;
        await context.save();
      },
    });
    return request.kind === 'copy'
      ? { kind: 'done' }
      : await removeOriginal(request, step, etag, context);
  } catch (error) {
    if (again && (await wasMoved(request, step, error, context))) return { kind: 'done' };
    throw error;
  }
}

/**
 * Whether a missing original was moved by the previous run, which was interrupted before recording
 * it.
 */
async function wasMoved(
  request: CopyRequest,
  { target, size }: PlannedStep,
  error: unknown,
  context: OperationContext,
): Promise<boolean> {
  if (request.kind !== 'move' || storageError(error)?.code !== 'ObjectNotFound') return false;
  return (await headTarget(request, target, context))?.contentLength === size;
}

/** Deletes an original that is unchanged, provided its copy is there as written. */
async function removeOriginal(
  request: CopyRequest,
  { key, target, size, etag }: PlannedStep,
  copyEtag: string | undefined,
  context: OperationContext,
): Promise<Outcome> {
  const { s3, signal } = context;
  const copy = await headTarget(request, target, context);
  if (etag === undefined || copy?.contentLength !== size || copy.etag !== copyEtag) {
    return kept('StorageFailed', 'The copy could not be verified. The original was kept.');
  }
  const { bucket } = request;
  try {
    const original = await s3.headObject({ bucket, key, signal });
    if (original.etag !== etag) return REPLACED;
    await s3.deleteObject({ bucket, key, ifMatch: etag, signal });
    return { kind: 'done' };
  } catch (error) {
    if (isReplaced(error)) return REPLACED;
    const outcome = stepFailure(error);
    if (outcome.kind !== 'failed') return outcome;
    const why = outcome.detail || new ConsoleError('AccessDenied').message;
    return kept(outcome.code, `It was copied, but the original could not be deleted: ${why}`);
  }
}

const REPLACED = kept(
  'ChangedMeanwhile',
  'The original was replaced after it was copied: it was kept.',
);

/** Whether the deletion was rejected because the original differs from what was copied. */
function isReplaced(error: unknown): boolean {
  return hasCode(error, 'PreconditionFailed');
}

function kept(code: string, detail: string): Outcome {
  return { kind: 'failed', code, detail };
}

/** Aborts the upload of a copy that will not be finished. */
async function abandonStep(request: CopyRequest, step: Step, { s3 }: OperationContext) {
  const { target: key, uploadId } = step;
  if (key === undefined || uploadId === undefined) return;
  step.uploadId = undefined;
  await dropUpload(s3, { bucket: request.target.bucket, key, uploadId });
}
