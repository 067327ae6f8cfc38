import type { S3Client } from '@stowage/storage-client/s3';
import { boundedParallel } from '../bounded-parallel.ts';
import { unlessMissing } from '../changes/refused-field.ts';

/** Buckets queried at the same time. */
const AT_ONCE = 8;
/** For all of them together; the rest remain unread. */
const WITHIN_MS = 20_000;

/** The buckets with a rule that uses something. */
export interface BucketsUsing {
  readonly buckets: string[];
  /** How many buckets could not be queried. */
  readonly unread: number;
}

/** Reads the rules of one bucket. */
type ReadRules<Rule> = (call: {
  readonly bucket: string;
  readonly signal: AbortSignal;
}) => Promise<readonly Rule[]>;

/** Finds the buckets with a rule that uses something, as far as the caller may read their rules. */
export async function bucketsUsing<Rule>(
  s3: Pick<S3Client, 'listBuckets'>,
  read: ReadRules<Rule>,
  uses: (rule: Rule) => boolean,
  signal: AbortSignal,
): Promise<BucketsUsing> {
  const buckets = await s3.listBuckets({ signal });
  const within = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]);
  const answers = await boundedParallel(buckets, AT_ONCE, async ({ name: bucket }) => {
    const rules = await rulesOf(read, bucket, within);
    return { bucket, uses: rules?.some(uses) };
  });
  signal.throwIfAborted();
  return {
    buckets: answers.filter(({ uses }) => uses === true).map(({ bucket }) => bucket),
    unread: answers.filter(({ uses }) => uses === undefined).length,
  };
}

/** Undefined if they cannot be read; empty for a bucket that has been deleted meanwhile. */
async function rulesOf<Rule>(read: ReadRules<Rule>, bucket: string, signal: AbortSignal) {
  if (signal.aborted) return undefined;
  try {
    return (await unlessMissing('NoSuchBucket', read({ bucket, signal }))) ?? [];
  } catch {
    // Whatever the error, the bucket is reported as unknown.
    return undefined;
  }
}
