import type { NotificationRule, S3Client } from '@stowage/storage-client/s3';
import { type BucketsUsing, bucketsUsing } from '../../upstream/buckets-using.ts';

type Reader = Pick<S3Client, 'listBuckets' | 'getBucketNotification'>;

export interface NamedTarget {
  /** The name of the service in ARNs. */
  readonly service: string;
  readonly name: string;
}

/** Whether a rule sends its events to the target: arn:minio:sqs:<region>:<name>:<service>. */
export function namesTarget({ arn }: NotificationRule, { service, name }: NamedTarget): boolean {
  const [, , , , id, kind] = arn.split(':');
  return id === name && kind === service;
}

/** The buckets whose rules name a target. */
export function targetUsers(
  s3: Reader,
  target: NamedTarget,
  signal: AbortSignal,
): Promise<BucketsUsing> {
  return bucketsUsing(
    s3,
    (call) => s3.getBucketNotification(call),
    (rule) => namesTarget(rule, target),
    signal,
  );
}
