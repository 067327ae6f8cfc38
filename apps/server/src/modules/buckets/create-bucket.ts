import type { BucketRetention, MakeBucket } from '@stowage/contract/buckets';
import type { ErrorCode } from '@stowage/contract/errors';
import type { DefaultRetention } from '@stowage/storage-client/s3';
import type { z } from 'zod';
import { ConsoleError } from '../../console-error.ts';
import { storageError } from '../../upstream/storage-errors.ts';
import { checkNewBucketName } from './bucket-name.ts';
import type { BucketWriter } from './ports.ts';

/** A setting applied after the bucket is created; `what` completes 'Setting … failed'. */
interface Step {
  readonly what: string;
  readonly action: string;
  run(): Promise<void>;
}

/**
 * Creates a bucket with all requested settings, or none: if a later step fails, the bucket is
 * removed again, provided it is still the one created here. Retention implies locking, and locking
 * implies versioning.
 * @throws ConsoleError; its detail says which step failed and what happened to the bucket.
 */
export async function createBucket(
  port: BucketWriter,
  request: MakeBucket,
  signal: AbortSignal,
): Promise<void> {
  const { name: bucket, locking, retention } = request;
  checkNewBucketName(bucket);
  const steps = stepsOf(port, request);
  const objectLock = locking === true || retention !== undefined;
  await refuseExisting(port, bucket, signal);
  await port.s3.makeBucket({ bucket, objectLock, signal });
  if (steps.length === 0) return;
  const made = await creationOf(port, bucket);
  for (const step of steps) {
    try {
      await step.run();
    } catch (error) {
      throw await undo(port, { bucket, made }, step, error);
    }
  }
}

/** Some servers report success when the owner creates an existing bucket again. */
async function refuseExisting(
  { s3 }: BucketWriter,
  bucket: string,
  signal: AbortSignal,
): Promise<void> {
  const exists = await s3.headBucket({ bucket, signal }).then(
    () => true,
    () => false,
  );
  if (exists) throw new ConsoleError('BucketExists', { field: 'name' });
}

/** Distinguishes a bucket from another of the same name; undefined if the account may not know. */
async function creationOf({ s3 }: BucketWriter, bucket: string): Promise<string | undefined> {
  const buckets = await s3.listBuckets().catch(() => []);
  return buckets.find(({ name }) => name === bucket)?.createdAt;
}

function stepsOf({ s3, admin }: BucketWriter, request: MakeBucket): Step[] {
  const { name: bucket, versioning, locking, quota, retention } = request;
  const steps: Step[] = [];
  if (versioning && !locking && !retention) {
    steps.push({
      what: 'versioning',
      action: 's3:PutBucketVersioning',
      run: () => s3.putBucketVersioning({ bucket, state: 'enabled' }),
    });
  }
  if (quota?.enabled) {
    const { amount: size, quota_type: type = 'hard' } = quota;
    if (size === undefined) throw missing('quota.amount', 'A quota needs an amount.');
    steps.push({
      what: 'the quota',
      action: 'admin:SetBucketQuota',
      run: () => admin.setBucketQuota({ bucket, quota: { size, type } }),
    });
  }
  if (retention) {
    steps.push({
      what: 'the retention',
      action: 's3:PutBucketObjectLockConfiguration',
      run: () => s3.putObjectLockConfiguration({ bucket, retention: toStorage(retention) }),
    });
  }
  return steps;
}

function toStorage({ mode, unit, validity }: z.infer<typeof BucketRetention>): DefaultRetention {
  return { mode: mode === 'compliance' ? 'COMPLIANCE' : 'GOVERNANCE', unit, validity };
}

function missing(field: string, detail: string): ConsoleError {
  return new ConsoleError('InvalidInput', { field, detail });
}

async function undo(
  port: BucketWriter,
  { bucket, made }: { readonly bucket: string; readonly made: string | undefined },
  { what, action }: Step,
  cause: unknown,
): Promise<ConsoleError> {
  const known = storageError(cause);
  const code: ErrorCode = known?.code ?? 'Internal';
  const reason = code === 'AccessDenied' ? `it needs ${action}` : known?.detail || known?.message;
  const failed = `Setting ${what} failed${reason ? `: ${reason.replace(/\.$/, '')}` : ''}.`;
  try {
    const isOurs = made !== undefined && made === (await creationOf(port, bucket));
    if (isOurs) await port.s3.removeBucket({ bucket });
    const end = isOurs
      ? 'The bucket was removed again.'
      : 'The bucket was not removed again, because it may be another one by now.';
    return new ConsoleError(code, { detail: `${failed} ${end}`, cause });
  } catch (second) {
    return new ConsoleError(code, {
      detail: `${failed} The bucket could not be removed again and exists without it.`,
      cause: new AggregateError([cause, second]),
    });
  }
}
