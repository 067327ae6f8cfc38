import type { TargetUsers } from '@stowage/contract/notification-endpoints';
import type { NotificationRule, S3Client } from '@stowage/storage-client/s3';
import { boundedParallel } from '../../bounded-parallel.ts';
import { unlessMissing } from '../../changes/refused-field.ts';

type Reader = Pick<S3Client, 'listBuckets' | 'getBucketNotification'>;

export interface NamedTarget {
  /** As ARNs name it. */
  readonly service: string;
  readonly name: string;
}

/** Buckets that are asked at the same time. */
const AT_ONCE = 8;
/** For all of them together; the rest is unread. */
const WITHIN_MS = 20_000;

/** Whether a rule sends its events to the target: arn:minio:sqs:<region>:<name>:<service>. */
export function namesTarget({ arn }: NotificationRule, { service, name }: NamedTarget): boolean {
  const [, , , , id, kind] = arn.split(':');
  return id === name && kind === service;
}

/** The buckets whose rules name a target, as far as the caller may read them. */
export async function targetUsers(
  s3: Reader,
  target: NamedTarget,
  signal: AbortSignal,
): Promise<TargetUsers> {
  const buckets = await s3.listBuckets({ signal });
  const within = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]);
  const answers = await boundedParallel(buckets, AT_ONCE, async ({ name: bucket }) => {
    const rules = await rulesOf(s3, bucket, within);
    return { bucket, uses: rules?.some((rule) => namesTarget(rule, target)) };
  });
  signal.throwIfAborted();
  return {
    buckets: answers.filter(({ uses }) => uses === true).map(({ bucket }) => bucket),
    unread: answers.filter(({ uses }) => uses === undefined).length,
  };
}

/** Undefined where they cannot be read; none of a bucket that has gone meanwhile. */
async function rulesOf(s3: Reader, bucket: string, signal: AbortSignal) {
  if (signal.aborted) return undefined;
  try {
    return (
      (await unlessMissing('NoSuchBucket', s3.getBucketNotification({ bucket, signal }))) ?? []
    );
  } catch {
    // Whatever it was: the answer says that this bucket is not known.
    return undefined;
  }
}
