import type { BucketRetention, MakeBucket } from '@stowage/contract/buckets';
import type { ErrorCode } from '@stowage/contract/errors';
import type { DefaultRetention } from '@stowage/storage-client/s3';
import type { z } from 'zod';
import { ConsoleError } from '../../console-error.ts';
import { storageError } from '../../upstream/storage-errors.ts';
import { checkNewBucketName } from './bucket-name.ts';
import type { BucketWriter } from './ports.ts';

/** What is set on a bucket after it has been made; `what` completes 'Setting … failed'. */
interface Step {
  readonly what: string;
  readonly action: string;
  run(): Promise<void>;
}

/**
 * Makes a bucket with everything that was asked for, or none: when a later step
 * fails the bucket is removed again. Retention brings locking with it, and locking
 * versioning.
 * @throws ConsoleError; its detail says which step failed and what became of the bucket.
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
  await port.s3.makeBucket({ bucket, objectLock, signal });
  for (const step of steps) {
    try {
      await step.run();
    } catch (error) {
      throw await undo(port, bucket, step, error);
    }
  }
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
  { s3 }: BucketWriter,
  bucket: string,
  { what, action }: Step,
  cause: unknown,
): Promise<ConsoleError> {
  const known = storageError(cause);
  const code: ErrorCode = known?.code ?? 'Internal';
  const reason = code === 'AccessDenied' ? `it needs ${action}` : known?.detail || known?.message;
  const failed = `Setting ${what} failed${reason ? `: ${reason.replace(/\.$/, '')}` : ''}.`;
  try {
    await s3.removeBucket({ bucket });
    return new ConsoleError(code, { detail: `${failed} The bucket was removed again.`, cause });
  } catch (second) {
    return new ConsoleError(code, {
      detail: `${failed} The bucket could not be removed again and exists without it.`,
      cause: new AggregateError([cause, second]),
    });
  }
}
