import type { Bucket } from '@stowage/contract/buckets';
import { BUCKET_ABILITIES } from '@stowage/domain/actions';
import {
  allowedActions,
  evaluate,
  type PolicyDocument,
  PolicyError,
  parseBucketPolicy,
} from '@stowage/domain/policy';
import type { AccountBucket } from '@stowage/storage-client/admin';
import type { Account } from '../../upstream/account.ts';

/** Actions that are about the bucket's own settings: whoever has one of them finds something to manage. */
const MANAGING: ReadonlySet<string> = new Set(
  BUCKET_ABILITIES.filter((action) =>
    /^(s3:(Get|Put|Delete)(Bucket|Replication|Encryption|Lifecycle)|admin:(Get|Set)BucketQuota)/.test(
      action,
    ),
  ),
);

/** Everything that an anonymous caller may do with a bucket that is public. */
const PUBLIC_ACTIONS = ['s3:ListBucket', 's3:GetObject', 's3:PutObject', 's3:DeleteObject'];

/** A bucket of the account as the console shows it, with what the account may do there. */
export function presentBucket(bucket: AccountBucket, { policy, context }: Account): Bucket {
  const allowed = allowedActions(
    policy.documents,
    { bucket: bucket.name, context },
    BUCKET_ABILITIES,
  );
  return {
    name: bucket.name,
    creation_date: bucket.createdAt,
    size: bucket.size,
    objects: bucket.objects,
    rw_access: { read: bucket.read, write: bucket.write },
    manage: allowed.some((action) => MANAGING.has(action)),
    allowedActions: allowed,
    ...(bucket.details && { details: presentDetails(bucket.details) }),
  };
}

function presentDetails({
  quota,
  tags,
  ...states
}: NonNullable<AccountBucket['details']>): Bucket['details'] {
  return {
    ...states,
    tags: { ...tags },
    ...(quota !== undefined && { quota: { quota, type: 'hard' as const } }),
  };
}

/**
 * What a bucket's policy (JSON text; undefined for none) means for strangers:
 * PUBLIC when anybody may read and write everything, PRIVATE without a policy,
 * CUSTOM for anything else.
 */
export function accessOf(
  bucket: string,
  policyText: string | undefined,
): NonNullable<Bucket['access']> {
  if (policyText === undefined) return 'PRIVATE';
  const policy = parse(bucket, policyText);
  if (!policy) return 'CUSTOM';
  // A pattern that matches the key '*' matches every key.
  const isPublic = PUBLIC_ACTIONS.every((action) => {
    const key = action === 's3:ListBucket' ? {} : { key: '*' };
    return evaluate([policy], { action, bucket, ...key, context: {} }) === 'allow';
  });
  return isPublic ? 'PUBLIC' : 'CUSTOM';
}

function parse(bucket: string, text: string): PolicyDocument | undefined {
  try {
    return parseBucketPolicy(text, bucket);
  } catch (error) {
    if (error instanceof PolicyError) return undefined;
    throw error;
  }
}
