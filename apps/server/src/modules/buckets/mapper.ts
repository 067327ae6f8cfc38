import type { Bucket } from '@stowage/contract/buckets';
import { ADMIN_ACTIONS, BUCKET_ABILITIES, S3_ACTIONS } from '@stowage/domain/actions';
import { abilitiesIn } from '@stowage/domain/policy';
import type { Account, AccountBucket } from '../../upstream/account.ts';

/** Actions on the bucket's own settings: an account with any of them can manage the bucket. */
const MANAGING: ReadonlySet<string> = new Set(
  BUCKET_ABILITIES.filter((action) =>
    /^(s3:(Get|Put|Delete)(Bucket|Replication|Encryption|Lifecycle)|admin:(Get|Set)BucketQuota)/.test(
      action,
    ),
  ),
);

/**
 * Creates a function that presents the buckets of an account, with what the account may do in each.
 * If it may do everything of a kind, one entry says so: with thousands of buckets, full lists would
 * make up most of the response.
 */
export function bucketPresenter({ policy, context }: Account): (bucket: AccountBucket) => Bucket {
  const askedIn = abilitiesIn(policy.documents, context, BUCKET_ABILITIES);
  const kinds = KINDS.map(({ prefix, actions }) => {
    const allowedIn = abilitiesIn(policy.documents, context, actions);
    return { prefix, hasAll: (bucket: string) => allowedIn(bucket).length === actions.length };
  });
  return (bucket) => {
    const asked = askedIn(bucket.name);
    const whole = kinds.filter(({ hasAll }) => hasAll(bucket.name)).map(({ prefix }) => prefix);
    const rest = asked.filter((action) => !whole.some((prefix) => action.startsWith(prefix)));
    return {
      name: bucket.name,
      creation_date: bucket.createdAt,
      ...(bucket.size !== undefined && { size: bucket.size }),
      ...(bucket.objects !== undefined && { objects: bucket.objects }),
      rw_access: { read: bucket.read, write: bucket.write },
      manage: asked.some((action) => MANAGING.has(action)),
      allowedActions: [...whole.map((prefix) => `${prefix}*`), ...rest],
      ...(bucket.details && { details: presentDetails(bucket.details) }),
    };
  };
}

const KINDS = [
  { prefix: 's3:', actions: S3_ACTIONS },
  { prefix: 'admin:', actions: ADMIN_ACTIONS },
] as const;

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
