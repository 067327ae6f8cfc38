import { evaluate } from '@stowage/domain/policy';
import type { BucketSummary } from '@stowage/storage-client/s3';
import type { Account, AccountBucket } from '../../upstream/account.ts';
import { hasCode } from '../../upstream/has-code.ts';
import type { BucketReader } from './ports.ts';

/** An account with the buckets it can currently access. */
export interface Reach {
  readonly account: Account;
  readonly buckets: readonly AccountBucket[];
}

/**
 * Returns the account's buckets. MinIO answers the account query from a list that may be stale, so
 * recently created or deleted buckets are looked up in the S3 list, which is requested in parallel.
 */
export async function reachableBuckets(
  { s3, account: readAccount }: BucketReader,
  signal: AbortSignal,
): Promise<Reach> {
  const [account, current] = await Promise.all([readAccount(signal), listCurrent(s3, signal)]);
  const known = new Set(account.buckets.map(({ name }) => name));
  const made = current
    .filter(({ name }) => !known.has(name))
    .map((bucket) => madeBucket(bucket, account))
    .filter(({ read, write }) => read || write);
  return { account, buckets: [...withoutDeleted(account, current), ...made] };
}

/** Empty for an account that may not list buckets. */
async function listCurrent(
  s3: BucketReader['s3'],
  signal: AbortSignal,
): Promise<readonly BucketSummary[]> {
  try {
    return await s3.listBuckets({ signal });
  } catch (error) {
    if (hasCode(error, 'AccessDenied')) return [];
    throw error;
  }
}

/** Missing from the S3 list means deleted only for those who see the whole list. */
function withoutDeleted(
  account: Account,
  current: readonly BucketSummary[],
): readonly AccountBucket[] {
  if (!can(account, 's3:ListAllMyBuckets')) return account.buckets;
  const names = new Set(current.map(({ name }) => name));
  return account.buckets.filter(({ name }) => names.has(name));
}

function madeBucket({ name, createdAt }: BucketSummary, account: Account): AccountBucket {
  return {
    name,
    createdAt,
    // The server computes usage later: a bucket that is new there is empty.
    ...(account.capabilities.admin && { size: 0, objects: 0 }),
    read: can(account, 's3:ListBucket', name),
    write: can(account, 's3:PutObject', name),
  };
}

function can({ policy, context }: Account, action: string, bucket?: string): boolean {
  const request = { action, context, ...(bucket !== undefined && { bucket }) };
  return evaluate(policy.documents, request) === 'allow';
}
