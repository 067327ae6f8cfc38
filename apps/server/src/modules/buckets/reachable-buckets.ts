import { evaluate } from '@stowage/domain/policy';
import type { BucketSummary } from '@stowage/storage-client/s3';
import type { Account, AccountBucket } from '../../upstream/account.ts';
import { hasCode } from '../../upstream/has-code.ts';
import type { BucketReader } from './ports.ts';

/** An account with the buckets that it can reach at this moment. */
export interface Reach {
  readonly account: Account;
  readonly buckets: readonly AccountBucket[];
}

/**
 * The buckets of the account. MinIO answers the account's question from a list
 * that may be old, so a bucket that was made or deleted a moment ago is looked up
 * in the S3 list, asked for at the same time.
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

/** Nothing for an account that may not list buckets. */
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

/** The S3 list says what has been deleted only to those who see all of it. */
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
    // The figures of a server with usage come later: a bucket that is new there is empty.
    ...(account.capabilities.admin && { size: 0, objects: 0 }),
    read: can(account, 's3:ListBucket', name),
    write: can(account, 's3:PutObject', name),
  };
}

function can({ policy, context }: Account, action: string, bucket?: string): boolean {
  const request = { action, context, ...(bucket !== undefined && { bucket }) };
  return evaluate(policy.documents, request) === 'allow';
}
