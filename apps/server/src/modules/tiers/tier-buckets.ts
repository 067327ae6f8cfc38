import type { S3Client } from '@stowage/storage-client/s3';
import { boundedParallel } from '../../bounded-parallel.ts';
import { unlessMissing } from '../../changes/refused-field.ts';

type Reader = Pick<S3Client, 'listBuckets' | 'getBucketLifecycle'>;

/** Buckets that are asked at the same time. */
const AT_ONCE = 8;
/** For all of them together; the rest is unread. */
const WITHIN_MS = 20_000;

/** The buckets with a rule that moves objects to a tier. */
export interface TierBuckets {
  readonly buckets: readonly string[];
  /** How many buckets could not be asked. */
  readonly unread: number;
}

/** Finds the buckets that use a tier, as far as the caller may read their lifecycles. */
export async function tierBuckets(
  s3: Reader,
  tier: string,
  signal: AbortSignal,
): Promise<TierBuckets> {
  const buckets = await s3.listBuckets({ signal });
  const within = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]);
  const answers = await boundedParallel(buckets, AT_ONCE, async ({ name: bucket }) => {
    const tiers = await tiersOf(s3, bucket, within);
    return { bucket, uses: tiers?.includes(tier) };
  });
  signal.throwIfAborted();
  return {
    buckets: answers.filter(({ uses }) => uses === true).map(({ bucket }) => bucket),
    unread: answers.filter(({ uses }) => uses === undefined).length,
  };
}

/** Undefined where they cannot be read; none of a bucket that has gone meanwhile. */
async function tiersOf(s3: Reader, bucket: string, signal: AbortSignal) {
  if (signal.aborted) return undefined;
  try {
    const rules = await unlessMissing('NoSuchBucket', s3.getBucketLifecycle({ bucket, signal }));
    return (rules ?? []).flatMap(({ transition, noncurrentTransition }) => [
      transition.storageClass,
      noncurrentTransition.storageClass,
    ]);
  } catch {
    // Whatever it was: the answer says that this bucket is not known.
    return undefined;
  }
}
