import type { Bucket } from '@stowage/contract/buckets';
import { BUCKET_ABILITIES } from '@stowage/domain/actions';
import { allowedActions } from '@stowage/domain/policy';
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
