import type { JobRequest } from '@stowage/contract/jobs';
import { copiedKey, furtherCopy } from '@stowage/domain/copied-key';
import { objectKeyProblem } from '@stowage/domain/object-key';
import { StorageRequestError } from '@stowage/storage-client/errors';
import type { ObjectHeaders, S3Client } from '@stowage/storage-client/s3';
import type { Step } from './job-progress.ts';
import type { Outcome } from './operation.ts';

export type CopyRequest = Extract<JobRequest, { kind: 'copy' | 'move' }>;

/** A step whose target has been determined. */
export type PlannedStep = Step & { readonly target: string };

/** How many names are tried for another copy. */
const MAX_COPIES = 100;

const SKIPPED: Outcome = { kind: 'skipped' };

/** The dependencies for checking targets. */
export interface TargetView {
  readonly s3: Pick<S3Client, 'headObject'>;
  readonly signal: AbortSignal;
  /** Targets of other steps that are still pending. */
  readonly taken: Set<string>;
}

/**
 * Determines the target of a step by the conflict rule, or its outcome if nothing is to be copied.
 * A step that was already done keeps its target.
 */
export async function planStep(
  request: CopyRequest,
  step: Step,
  view: TargetView,
): Promise<PlannedStep | Outcome> {
  const { target } = step;
  if (target !== undefined && (await isCopied(request, { ...step, target }, view))) {
    return { ...step, target };
  }
  const key = copiedKey(request.selection, request.target, step.key);
  const found = await decide(request, step, key, view);
  if (typeof found !== 'string') return found;
  view.taken.add(found);
  const { uploadId, ...rest } = step;
  const goesOn = uploadId !== undefined && found === target;
  return { ...rest, ...(goesOn && { uploadId }), target: found };
}

async function decide(
  request: CopyRequest,
  step: Step,
  key: string,
  view: TargetView,
): Promise<string | Outcome> {
  if (objectKeyProblem(key) === 'too-long') return failed('KeyTooLong', '');
  const isItself = request.target.bucket === request.bucket && key === step.key;
  if (isItself && (request.kind === 'move' || request.conflict === 'skip')) return SKIPPED;
  if (isItself && request.conflict === 'overwrite') {
    return failed('InvalidInput', 'The object would be copied onto itself.');
  }
  // The marker of a folder holds nothing that could be lost.
  const isMarker = key.endsWith('/') && step.size === 0;
  if (isMarker || request.conflict === 'overwrite') return key;
  const isFree = async (name: string) => {
    if (view.taken.has(name)) return false;
    const found = await headTarget(request, name, view);
    // The copy may have been written a moment ago by a call of the interrupted run.
    return found === undefined || (name === step.target && isCopyOf(step, found));
  };
  if (await isFree(key)) return key;
  if (request.conflict === 'skip') return SKIPPED;
  for (let number = 2; number <= MAX_COPIES; number += 1) {
    const name = furtherCopy(key, number);
    if (objectKeyProblem(name) === 'too-long') return failed('KeyTooLong', '');
    if (await isFree(name)) return name;
  }
  return failed('InvalidInput', `There are ${MAX_COPIES} copies of this object already.`);
}

function failed(code: string, detail: string): Outcome {
  return { kind: 'failed', code, detail };
}

/** Whether the target already holds what the step would write: same ETag, same size. */
export async function isCopied(
  request: CopyRequest,
  step: PlannedStep,
  view: Pick<TargetView, 's3' | 'signal'>,
): Promise<boolean> {
  const { key, target } = step;
  if (request.target.bucket === request.bucket && target === key) return false;
  const found = await headTarget(request, target, view);
  return found !== undefined && isCopyOf(step, found);
}

function isCopyOf({ etag, size }: Step, found: ObjectHeaders): boolean {
  return etag !== undefined && found.etag === etag && found.contentLength === size;
}

/** The object at a target; undefined if there is none. */
export async function headTarget(
  { target: { bucket } }: CopyRequest,
  key: string,
  { s3, signal }: Pick<TargetView, 's3' | 'signal'>,
): Promise<ObjectHeaders | undefined> {
  try {
    return await s3.headObject({ bucket, key, signal });
  } catch (error) {
    if (!(error instanceof StorageRequestError)) throw error;
    if (error.code === 'NoSuchKey' || error.code === 'MethodNotAllowed') return undefined;
    throw error;
  }
}
