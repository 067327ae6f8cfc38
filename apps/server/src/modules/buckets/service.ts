import type { Bucket, BucketAccessList } from '@stowage/contract/buckets';
import type { PageQuery } from '@stowage/contract/page-query';
import { accessOf, anonymousAccess } from '@stowage/domain/bucket-access';
import { couldAllow, evaluate } from '@stowage/domain/policy';
import { boundedParallel } from '../../bounded-parallel.ts';
import { ConsoleError } from '../../console-error.ts';
import { pageOf } from '../../page-of.ts';
import type { Account } from '../../upstream/account.ts';
import { hasCode } from '../../upstream/has-code.ts';
import { unlessDenied } from '../../upstream/unless-denied.ts';
import { readDetails } from './bucket-details.ts';
import { bucketPresenter } from './mapper.ts';
import type { BucketReader } from './ports.ts';
import { reachableBuckets } from './reachable-buckets.ts';

/** Policies requested at the same time. */
const READS = 8;

/** Orders of the bucket list: name and time ascending, size and count descending. */
const ORDERS: Readonly<Record<string, (a: Bucket, b: Bucket) => number>> = {
  name: (a, b) => compare(a.name, b.name),
  creation_date: (a, b) => compare(a.creation_date, b.creation_date),
  size: (a, b) => (b.size ?? 0) - (a.size ?? 0),
  objects: (a, b) => (b.objects ?? 0) - (a.objects ?? 0),
};

export interface BucketListQuery extends PageQuery {
  readonly sort_by?: string | undefined;
}

/** Lists the buckets that the account can access. */
export async function listBuckets(
  port: BucketReader,
  { sort_by = 'name', ...page }: BucketListQuery,
  signal: AbortSignal,
): Promise<{ buckets: Bucket[]; total: number }> {
  const order = Object.hasOwn(ORDERS, sort_by) ? ORDERS[sort_by] : undefined;
  if (!order) {
    const detail = `'sort_by' is one of ${Object.keys(ORDERS).join(', ')}.`;
    throw new ConsoleError('InvalidInput', { field: 'sort_by', detail });
  }
  const reach = await reachableBuckets(port, signal);
  const buckets = reach.buckets.map(bucketPresenter(reach.account)).sort(order);
  return { buckets: pageOf(buckets, page), total: buckets.length };
}

/** Returns one bucket, with anonymous access to it if the account may know that. */
export async function getBucket(
  port: BucketReader,
  name: string,
  signal: AbortSignal,
): Promise<Bucket> {
  const [{ account, buckets }, access] = await Promise.all([
    reachableBuckets(port, signal),
    readAccess(port.s3, name, signal),
  ]);
  const bucket = buckets.find((candidate) => candidate.name === name);
  // A bucket in which the account may read or write anything would be listed.
  if (!bucket) throw new ConsoleError('AccessDenied');
  const presented = bucketPresenter(account)(bucket);
  const details = presented.details ?? (await readDetails(port.s3, name, signal));
  return { ...presented, details, ...access };
}

/** Returns the anonymous access to several buckets where it can be determined. */
export async function listAccess(
  s3: BucketReader['s3'],
  names: readonly string[],
  signal: AbortSignal,
): Promise<BucketAccessList> {
  const found = await boundedParallel([...new Set(names)], READS, async (name) => {
    const access = await readAccess(s3, name, signal).catch(unlessGone);
    return access && ([name, access] as const);
  });
  const known = found.filter((entry) => entry !== undefined);
  return {
    access: Object.fromEntries(known.map(([name, { access }]) => [name, access])),
    anonymous: known.filter(([, { anonymous }]) => anonymous).map(([name]) => name),
  };
}

function unlessGone(error: unknown): undefined {
  if (!hasCode(error, 'NoSuchBucket')) throw error;
}

async function readAccess(s3: BucketReader['s3'], bucket: string, signal: AbortSignal) {
  try {
    const policy = await unlessDenied(s3.getBucketPolicy({ bucket, signal }));
    return policy === undefined ? undefined : meaningOf(bucket, policy);
  } catch (error) {
    if (hasCode(error, 'NoSuchBucketPolicy')) return meaningOf(bucket, undefined);
    throw error;
  }
}

function meaningOf(bucket: string, policy: string | undefined) {
  return { access: accessOf(bucket, policy), anonymous: anonymousAccess(bucket, policy).open };
}

export interface PermissionQuestion {
  readonly id: string;
  readonly action: string;
  readonly bucket_name?: string | undefined;
}

/**
 * Returns the actions that the account is allowed: in the named bucket, or in any if none is named.
 */
export function answerPermissions(
  { policy, context }: Pick<Account, 'policy' | 'context'>,
  questions: readonly PermissionQuestion[],
): { id: string; can: boolean }[] {
  return questions.map(({ id, action, bucket_name: bucket }) => ({
    id,
    can:
      bucket === undefined
        ? couldAllow(policy.documents, [action])
        : evaluate(policy.documents, { action, bucket, context }) === 'allow',
  }));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
